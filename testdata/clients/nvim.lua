-- Drives a real Neovim (0.7 and newer) against the language server:
--
--   FORGELINT=/path/forgelint nvim --headless --clean -u testdata/clients/nvim.lua
--
-- Exit code 0 if everything was as expected.
local failed = false
local function check(name, ok, value)
  io.stdout:write((ok and 'ok   ' or 'FAIL ') .. name .. (ok and '' or ' ' .. vim.inspect(value)) .. '\n')
  failed = failed or not ok
end
local function until_(condition) return vim.wait(10000, condition, 20) end

local function main()
  local here = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h')
  local root = vim.fn.tempname()
  vim.fn.mkdir(root .. '/behaviors/guard', 'p')
  local file = root .. '/behaviors/guard/behavior.yaml'
  vim.fn.writefile(vim.fn.readfile(here .. '/workspace/behaviors/guard/behavior.yaml'), file)
  vim.cmd('edit ' .. file)
  vim.bo.filetype = 'yaml'
  local buffer = vim.api.nvim_get_current_buf()
  local config = { name = 'forgelint', cmd = { vim.env.FORGELINT, 'lsp' }, root_dir = root }
  local id
  if vim.lsp.start then
    id = vim.lsp.start(config)
  else
    id = vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(buffer, id)
  end
  check('starts', until_(function()
    local client = vim.lsp.get_client_by_id(id)
    return client and client.initialized and vim.lsp.buf_is_attached(buffer, id)
  end))
  check('shows the diagnostic', until_(function() return #vim.diagnostic.get(buffer) == 1 end), vim.diagnostic.get(buffer))
  local d = vim.diagnostic.get(buffer)[1] or {}
  check('at its place', d.lnum == 4 and d.col == 10 and d.end_col == 13 and d.code == 'unknown-value', d)
  local function ask(method, line, character)
    local params = { textDocument = vim.lsp.util.make_text_document_params(buffer), position = { line = line, character = character } }
    local replies = vim.lsp.buf_request_sync(buffer, method, params, 10000)
    return replies and replies[id] and replies[id].result
  end
  local items = ask('textDocument/completion', 4, 13)
  check('completes', items and #items.items == 3, items)
  local hover = ask('textDocument/hover', 9, 17)
  check('hovers', hover and hover.contents.value:match('Bash') ~= nil, hover)
  vim.api.nvim_win_set_cursor(0, { 5, 11 })
  if vim.fn.has('nvim-0.8') == 1 then
    vim.lsp.buf.code_action({ apply = true, filter = function(a) return a.title:match('^Change to') ~= nil end })
  else
    vim.ui.select = function(choices, _, take) take(choices[1], 1) end
    vim.lsp.buf.code_action()
  end
  check('applies the quick fix', until_(function() return vim.fn.getline(5) == 'category: core' end), vim.fn.getline(5))
  check('clears the diagnostic', until_(function() return #vim.diagnostic.get(buffer) == 0 end), vim.diagnostic.get(buffer))
  vim.lsp.stop_client(id)
  check('stops', until_(function()
    local client = vim.lsp.get_client_by_id(id)
    return client == nil or client.is_stopped()
  end))
end

local ok, err = pcall(main)
if not ok then check('runs', false, err) end
io.stdout:flush()
vim.cmd(failed and 'cquit 1' or 'qall!')
