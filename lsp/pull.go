package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Result ids are hashes of what was reported, so that a client learns that nothing changed whatever
// the way its documents and ours have gone.

func (s *server) documentDiagnostic(_ context.Context, st *state, params *protocol.DocumentDiagnosticParams) (any, error) {
	items := []protocol.Diagnostic{}
	if b := st.find(params.TextDocument); b != nil {
		items = st.diagnostics(b)
	}
	id := hashOf(items)
	if params.PreviousResultID != nil && *params.PreviousResultID == id {
		return &protocol.RelatedUnchangedDocumentDiagnosticReport{
			UnchangedDocumentDiagnosticReport: protocol.UnchangedDocumentDiagnosticReport{Kind: "unchanged", ResultID: id},
		}, nil
	}
	return &protocol.RelatedFullDocumentDiagnosticReport{
		FullDocumentDiagnosticReport: protocol.FullDocumentDiagnosticReport{Kind: "full", ResultID: ptr(id), Items: items},
	}, nil
}

// workspaceDiagnostic reports on all policy files of the workspace folders; for those that are open,
// on what the editor has. A file that the client had findings of and that is gone is reported empty.
func (s *server) workspaceDiagnostic(ctx context.Context, st *state, params *protocol.WorkspaceDiagnosticParams) (any, error) {
	previous := map[uri.URI]string{}
	spelled := map[uri.URI]uri.URI{} // canonical → as the client has it
	for _, p := range params.PreviousResultIds {
		previous[p.URI] = p.Value
		spelled[p.URI] = p.URI
	}
	report := &protocol.WorkspaceDiagnosticReport{Items: []protocol.WorkspaceDocumentDiagnosticReport{}}
	add := func(key, as uri.URI, version *int32, items []protocol.Diagnostic) {
		id := hashOf(items)
		if previous[key] == id {
			report.Items = append(report.Items, &protocol.WorkspaceUnchangedDocumentDiagnosticReport{
				UnchangedDocumentDiagnosticReport: protocol.UnchangedDocumentDiagnosticReport{Kind: "unchanged", ResultID: id}, URI: as, Version: version,
			})
		} else {
			report.Items = append(report.Items, &protocol.WorkspaceFullDocumentDiagnosticReport{
				FullDocumentDiagnosticReport: protocol.FullDocumentDiagnosticReport{Kind: "full", ResultID: ptr(id), Items: items}, URI: as, Version: version,
			})
		}
		delete(previous, key)
	}
	for _, b := range st.workspaceFiles(ctx) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var version *int32
		if st.buffers[b.key] != nil {
			version = ptr(b.version)
		}
		add(b.key, b.uri, version, st.diagnostics(b))
	}
	for key := range previous {
		add(key, spelled[key], nil, []protocol.Diagnostic{})
	}
	return report, nil
}
