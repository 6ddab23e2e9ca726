package lsp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// session is a client of a real server, over a pipe and through the real router.
type session struct {
	t    testing.TB
	conn net.Conn
	in   *bufio.Reader
	id   int
	// pushed are the diagnostics that the server published, by URI, the last first.
	mu       sync.Mutex
	pushed   map[string][]json.RawMessage
	replies  map[string]chan reply
	requests chan reply // of the server
	arrived  chan string
	code     chan int
}

type reply struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// fullClient can do all that the server makes use of.
const fullClient = `{
	"general": {"positionEncodings": ["utf-16"]},
	"workspace": {"workspaceEdit": {"documentChanges": true, "resourceOperations": ["create", "rename"]}, "configuration": false},
	"textDocument": {
		"completion": {"completionItem": {"snippetSupport": true, "documentationFormat": ["markdown"], "resolveSupport": {"properties": ["documentation"]}}},
		"hover": {"contentFormat": ["markdown", "plaintext"]},
		"documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
		"codeAction": {"dataSupport": true, "resolveSupport": {"properties": ["edit"]}, "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source.fixAll"]}}},
		"rename": {"prepareSupport": true},
		"publishDiagnostics": {"relatedInformation": true, "tagSupport": {"valueSet": [1, 2]}}
	}
}`

// startSession starts a server and initializes it with the client's capabilities and one folder.
func startSession(t testing.TB, capabilities, folder string) *session {
	t.Helper()
	ours, theirs := net.Pipe()
	theirs.SetDeadline(time.Now().Add(10 * time.Minute))
	code := make(chan int, 1)
	go func() { code <- Serve(context.Background(), ours, Options{Version: "test"}) }()
	s := attach(t, theirs)
	s.code = code
	t.Cleanup(func() { theirs.Close(); ours.Close() })
	root := "null"
	if folder != "" {
		root = strconv.Quote("file://" + folder)
	}
	s.call("initialize", fmt.Sprintf(`{"processId":null,"rootUri":%s,"capabilities":%s}`, root, capabilities))
	s.notify("initialized", `{}`)
	return s
}

// attach makes a client of one end of a pipe.
func attach(t testing.TB, conn net.Conn) *session {
	s := &session{
		t: t, conn: conn, in: bufio.NewReader(conn), pushed: map[string][]json.RawMessage{},
		replies: map[string]chan reply{}, requests: make(chan reply, 100), arrived: make(chan string, 10000),
	}
	go s.readAll()
	return s
}

func (s *session) readAll() {
	for {
		length := -1
		for {
			line, err := s.in.ReadString('\n')
			if err != nil {
				return
			}
			if line = strings.TrimRight(line, "\r\n"); line == "" {
				break
			}
			if v, ok := strings.CutPrefix(line, "Content-Length: "); ok {
				length, _ = strconv.Atoi(v)
			}
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(s.in, body); err != nil {
			return
		}
		var r reply
		if err := json.Unmarshal(body, &r); err != nil {
			panic(fmt.Sprintf("%s: %v", body, err))
		}
		switch {
		case r.Method == "textDocument/publishDiagnostics":
			var p struct{ URI string }
			json.Unmarshal(r.Params, &p)
			s.mu.Lock()
			s.pushed[p.URI] = append([]json.RawMessage{r.Params}, s.pushed[p.URI]...)
			s.mu.Unlock()
			s.arrived <- p.URI
		case r.Method != "" && r.ID != nil:
			s.requests <- r
		case r.Method == "":
			s.mu.Lock()
			waiting := s.replies[string(r.ID)]
			s.mu.Unlock()
			waiting <- r
		}
	}
}

func (s *session) send(body string) {
	s.t.Helper()
	if _, err := fmt.Fprintf(s.conn, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		s.t.Fatal(err)
	}
}

func (s *session) notify(method, params string) {
	s.t.Helper()
	s.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))
}

// ask sends a request and returns its reply.
func (s *session) ask(method, params string) reply {
	s.t.Helper()
	s.id++
	answer := make(chan reply, 1)
	s.mu.Lock()
	s.replies[strconv.Itoa(s.id)] = answer
	s.mu.Unlock()
	s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, s.id, method, params))
	select {
	case r := <-answer:
		return r
	case <-time.After(30 * time.Second):
		s.t.Fatalf("%s was not answered", method)
		return reply{}
	}
}

// call sends a request that must succeed and returns its result.
func (s *session) call(method, params string) json.RawMessage {
	s.t.Helper()
	r := s.ask(method, params)
	if r.Error != nil {
		s.t.Fatalf("%s: %d %s", method, r.Error.Code, r.Error.Message)
	}
	return r.Result
}

// open opens a document and returns what names it in a request.
func (s *session) open(uri, text string) {
	s.t.Helper()
	s.notify("textDocument/didOpen", fmt.Sprintf(`{"textDocument":{"uri":%q,"languageId":"yaml","version":1,"text":%s}}`, uri, jsonText(text)))
}

// published waits for the next diagnostics of a document and returns them.
func (s *session) published(uri string) json.RawMessage {
	s.t.Helper()
	for {
		select {
		case got := <-s.arrived:
			if got == uri {
				s.mu.Lock()
				defer s.mu.Unlock()
				return s.pushed[uri][0]
			}
		case <-time.After(30 * time.Second):
			s.t.Fatalf("no diagnostics for %s", uri)
		}
	}
}

func jsonText(text string) string {
	data, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// mustIndex returns an element of a JSON array.
func mustIndex(t testing.TB, raw json.RawMessage, i int) json.RawMessage {
	t.Helper()
	return decodeInto[[]json.RawMessage](t, raw)[i]
}
