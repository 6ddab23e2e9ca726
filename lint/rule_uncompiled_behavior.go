package lint

import (
	"fmt"
	"path/filepath"
	"strings"
)

var _ = register(Rule{
	Code:     "uncompiled-behavior",
	Severity: Info,
	Formats:  []string{"behavior"},
	Doc: Doc{
		Summary: "a behavior that is on, and whose hooks are not generated or not registered",
		Why: "A declaration alone does nothing: the compiler has to make the hooks, `.claude/hooks/generated/<id>__*.sh`, and " +
			"`.claude/settings.json` has to name them. In a project that has generated hooks, a behavior without its own is " +
			"most likely forgotten. Projects without that folder are passed over.",
		Fix: "Compile the behavior and register its hooks.",
		Bad: `-- .claude/hooks/generated/search-first__PreToolUse__Write__0.sh --
#!/bin/sh
-- behaviors/no-force-push/behavior.yaml --
schema_version: "1"
id: no-force-push
name: No Force Push
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Bash
      conditions:
        - field: command
          operator: contains
          value: push --force
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
		Good: `-- .claude/hooks/generated/no-force-push__PreToolUse__Bash__0.sh --
#!/bin/sh
-- .claude/settings.json --
{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": ".claude/hooks/generated/no-force-push__PreToolUse__Bash__0.sh"}]}]}}
-- behaviors/no-force-push/behavior.yaml --
schema_version: "1"
id: no-force-push
name: No Force Push
description: Keeps the agent out of trouble.
category: core
scope: session
policy:
  triggers:
    - event: PreToolUse
      matcher: Bash
      conditions:
        - field: command
          operator: contains
          value: push --force
  enforcement:
    default_level: hard_block
  recovery:
    hint: Do it another way.
rendering:
  block_reason: "[{behavior_id}] not allowed."
`,
	},
	Concerns: func(f *Folder, m *Member) bool { return uncompiled(f, m) != "" },
	Check: func(p *Pass) {
		b, folder := p.Document.behavior(), p.Folder()
		if b == nil || folder == nil {
			return
		}
		m := folder.member(p.Abs)
		if m == nil || m.ID == "" {
			return
		}
		d := Diagnostic{Span: m.IDSpan, Path: b.idAt.Path()}
		switch uncompiled(folder, m) {
		case "generated":
			d.Message = fmt.Sprintf("no hook of `%s` is generated: the behavior is declared, and nothing enforces it", m.ID)
			d.Help = "compile it"
		case "registered":
			d.Message = fmt.Sprintf("the hooks of `%s` are generated, and `.claude/settings.json` does not name them: the host never starts them", m.ID)
			d.Help = "register them in `.claude/settings.json`"
		default:
			return
		}
		p.Report(d)
	},
})

// uncompiled returns what the hooks of a behavior that is on are not: "generated" or "registered".
func uncompiled(folder *Folder, m *Member) string {
	hooks := hooksOf(folder)
	switch {
	case hooks == nil || m.ID == "" || !flagsOf(folder).enabled(m):
		return ""
	case !hooks.generated[m.ID]:
		return "generated"
	case !strings.Contains(hooks.settings, m.ID+"__"):
		return "registered"
	}
	return ""
}

// generatedHooks is what the compiler and the user left in the project's `.claude` folder.
type generatedHooks struct {
	generated map[string]bool // ids that have a hook
	settings  string
}

// hooksOf reads them for a `behaviors/` folder; nil if the project has no generated hooks.
func hooksOf(folder *Folder) *generatedHooks {
	return Memo(folder, "hooks", func(folder *Folder) *generatedHooks {
		claude := filepath.Join(filepath.Dir(folder.Dir), ".claude")
		hooks := &generatedHooks{generated: map[string]bool{}}
		for _, name := range folder.workspace.list(filepath.Join(claude, "hooks", "generated")) {
			if id, _, ok := strings.Cut(name, "__"); ok {
				hooks.generated[id] = true
			}
		}
		if len(hooks.generated) == 0 {
			return nil
		}
		if settings := folder.workspace.Document(filepath.Join(claude, "settings.json")); settings != nil {
			hooks.settings = settings.Tree.File.Text
		}
		return hooks
	})
}
