" Drives a real Vim with ALE against the language server:
"
"   FORGELINT=/path/forgelint vim -Nu testdata/clients/ale.vim -es < /dev/null
"
" Exit code 0 if everything was as expected.
set nocompatible
filetype plugin on
let g:ale_linters = {'yaml': ['forgelint']}
let g:ale_lint_on_text_changed = 'never'
for s:path in ['/usr/share/vim-scripts/ale', '/usr/share/vim/addons/pack/dist-bundle/opt/ale', '/usr/share/vim/addons']
  if isdirectory(s:path) | let &rtp = s:path . ',' . &rtp | endif
endfor
silent! packadd! ale
runtime! plugin/ale.vim
call ale#linter#Define('yaml', {
\   'name': 'forgelint',
\   'lsp': 'stdio',
\   'executable': $FORGELINT,
\   'command': '%e lsp',
\   'project_root': {buffer -> fnamemodify(bufname(buffer), ':p:h:h:h')},
\})
execute 'edit' fnamemodify(expand('<sfile>:p'), ':h') . '/workspace/behaviors/guard/behavior.yaml'
set filetype=yaml
ALELint
let s:tries = 0
while len(ale#engine#GetLoclist(bufnr(''))) == 0 && s:tries < 500
  sleep 20m
  let s:tries += 1
endwhile
let s:found = ale#engine#GetLoclist(bufnr(''))
if len(s:found) == 1 && s:found[0].lnum == 5 && s:found[0].col == 11 && get(s:found[0], 'code', '') ==# 'unknown-value'
  call writefile(['ok   shows the diagnostic at its place'], '/dev/stdout', 'a')
  qall!
endif
call writefile(['FAIL ' . string(s:found)], '/dev/stdout', 'a')
cquit
