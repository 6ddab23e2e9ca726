package wire

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/protocol"
)

// peer is the client's end of a connection, in raw frames.
type peer struct {
	t    *testing.T
	conn net.Conn
	in   *bufio.Reader
	code chan int
}

type reply struct {
	ID     json.RawMessage
	Method string
	Result json.RawMessage
	Error  *struct {
		Code    int
		Message string
	}
}

type echo struct {
	N int `json:"n"`
}

// journal is the state of the test's server: the numbers of the notifications, in order.
type journal struct {
	mu      sync.Mutex
	numbers []int
	release chan struct{}
	started chan struct{}
	panics  chan string
}

func start(t *testing.T) (*peer, *journal) {
	t.Helper()
	ours, theirs := net.Pipe()
	j := &journal{release: make(chan struct{}), started: make(chan struct{}, 16), panics: make(chan string, 16)}
	r := &Router[int]{
		Snapshot: func() int { j.mu.Lock(); defer j.mu.Unlock(); return len(j.numbers) },
		Panicked: func(method string, value any, stack []byte) { j.panics <- fmt.Sprint(method, ": ", value) },
	}
	Request(r, "initialize", func(context.Context, int, *struct{}) (any, error) {
		return json.RawMessage(`{"capabilities":{}}`), nil
	})
	Request(r, "test/count", func(_ context.Context, n int, p *echo) (any, error) {
		return protocol.Integer(n), nil
	})
	Request(r, "test/block", func(ctx context.Context, _ int, p *echo) (any, error) {
		j.started <- struct{}{}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-j.release:
			return protocol.Integer(p.N), nil
		}
	})
	Request(r, "test/panic", func(context.Context, int, *echo) (any, error) { panic("boom") })
	Request(r, "test/fail", func(context.Context, int, *echo) (any, error) { return nil, io.ErrUnexpectedEOF })
	Request(r, "test/ask", func(ctx context.Context, _ int, p *echo) (any, error) {
		var answer protocol.Integer
		err := r.Call(ctx, "client/number", p, &answer)
		return answer, err
	})
	Notification(r, "test/note", func(_ context.Context, p *echo, raw []byte) {
		j.mu.Lock()
		defer j.mu.Unlock()
		j.numbers = append(j.numbers, p.N)
	})
	Notification(r, "test/panicNote", func(context.Context, *echo, []byte) { panic("bang") })
	p := &peer{t: t, conn: theirs, in: bufio.NewReader(theirs), code: make(chan int, 1)}
	go func() { p.code <- r.Serve(context.Background(), ours) }()
	t.Cleanup(func() { theirs.Close(); ours.Close() })
	theirs.SetDeadline(time.Now().Add(30 * time.Second))
	return p, j
}

func (p *peer) raw(text string) {
	p.t.Helper()
	if _, err := io.WriteString(p.conn, text); err != nil {
		p.t.Fatal(err)
	}
}

func (p *peer) send(body string) {
	p.t.Helper()
	p.raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body))
}

func (p *peer) read() reply {
	p.t.Helper()
	length := -1
	for {
		line, err := p.in.ReadString('\n')
		if err != nil {
			p.t.Fatalf("no answer: %v", err)
		}
		line = strings.TrimRight(line, "\r\n")
		if line == "" {
			break
		}
		if v, ok := strings.CutPrefix(line, "Content-Length: "); ok {
			length, _ = strconv.Atoi(v)
		}
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(p.in, body); err != nil {
		p.t.Fatal(err)
	}
	var r reply
	if err := json.Unmarshal(body, &r); err != nil {
		p.t.Fatalf("%s: %v", body, err)
	}
	return r
}

func (p *peer) initialize() {
	p.t.Helper()
	p.send(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}`)
	if r := p.read(); r.Error != nil || string(r.ID) != "0" {
		p.t.Fatalf("initialize: %+v", r)
	}
	p.send(`{"jsonrpc":"2.0","method":"initialized","params":{}}`)
}

// lives checks that the connection still answers, in a way that nothing else is answered before.
func (p *peer) lives() {
	p.t.Helper()
	p.send(`{"jsonrpc":"2.0","id":"alive","method":"test/count"}`)
	if r := p.read(); string(r.ID) != `"alive"` || r.Error != nil {
		p.t.Fatalf("after it: %+v", r)
	}
}

// TestOneAnswer sends one frame each and checks the one answer (code 0: a result; none: silence),
// and that the connection lives on.
func TestOneAnswer(t *testing.T) {
	const silence = 1
	huge := `{"jsonrpc":"2.0","id":9,"method":"test/count","params":{"n":1,"pad":"` + strings.Repeat("x", 20<<20) + `"}}`
	tests := []struct {
		name, body string
		code       int
		id         string
	}{
		{"request", `{"jsonrpc":"2.0","id":9,"method":"test/count","params":{"n":1}}`, 0, "9"},
		{"string id", `{"jsonrpc":"2.0","id":"a","method":"test/count","params":{"n":1}}`, 0, `"a"`},
		{"no params", `{"jsonrpc":"2.0","id":9,"method":"test/count"}`, 0, "9"},
		{"null params", `{"jsonrpc":"2.0","id":9,"method":"test/count","params":null}`, 0, "9"},
		{"20 MB", huge, 0, "9"},
		{"duplicate members", `{"jsonrpc":"2.0","id":9,"id":9,"method":"test/count","params":{"n":1,"n":2}}`, 0, "9"},
		{"lone surrogate", `{"jsonrpc":"2.0","id":9,"method":"test/count","params":{"n":1,"s":"\ud800"}}`, 0, "9"},
		{"invalid UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"test/count\",\"params\":{\"n\":1,\"s\":\"\xff\"}}", 0, "9"},
		{"unknown request", `{"jsonrpc":"2.0","id":9,"method":"test/nothing","params":{}}`, -32601, "9"},
		{"unknown request without params", `{"jsonrpc":"2.0","id":9,"method":"test/nothing"}`, -32601, "9"},
		{"unknown $/ request", `{"jsonrpc":"2.0","id":9,"method":"$/nothing"}`, -32601, "9"},
		{"wrong params", `{"jsonrpc":"2.0","id":9,"method":"test/count","params":{"n":"x"}}`, -32602, "9"},
		{"params of a wrong kind", `{"jsonrpc":"2.0","id":9,"method":"test/count","params":[1]}`, -32602, "9"},
		{"panic", `{"jsonrpc":"2.0","id":9,"method":"test/panic","params":{}}`, -32603, "9"},
		{"error without a code", `{"jsonrpc":"2.0","id":9,"method":"test/fail","params":{}}`, -32603, "9"},
		{"second initialize", `{"jsonrpc":"2.0","id":9,"method":"initialize","params":{}}`, -32600, "9"},
		{"no JSON", `{"jsonrpc":"2.0",`, -32700, "null"},
		{"two values", `{"jsonrpc":"2.0","method":"test/note"} {}`, -32700, "null"},
		{"no version", `{"id":9,"method":"test/count"}`, -32600, "null"},
		{"wrong version", `{"jsonrpc":"1.0","id":9,"method":"test/count"}`, -32600, "null"},
		{"float id", `{"jsonrpc":"2.0","id":1.5,"method":"test/count"}`, -32600, "null"},
		{"object id", `{"jsonrpc":"2.0","id":{},"method":"test/count"}`, -32600, "null"},
		{"method is no text", `{"jsonrpc":"2.0","id":9,"method":5}`, -32600, "null"},
		{"a text", `"hello"`, -32600, "null"},
		{"a number", `5`, -32600, "null"},
		{"null", `null`, -32600, "null"},
		{"nothing in it", `{}`, -32600, "null"},
		{"empty batch", `[]`, -32600, "null"},
		{"unknown notification", `{"jsonrpc":"2.0","method":"test/nothing","params":{}}`, silence, ""},
		{"unknown $/ notification", `{"jsonrpc":"2.0","method":"$/foo"}`, silence, ""},
		{"$/logTrace", `{"jsonrpc":"2.0","method":"$/logTrace","params":{"message":"m"}}`, silence, ""},
		{"$/setTrace", `{"jsonrpc":"2.0","method":"$/setTrace","params":{"value":"off"}}`, silence, ""},
		{"notification with wrong params", `{"jsonrpc":"2.0","method":"test/note","params":{"n":[]}}`, silence, ""},
		{"notification that panics", `{"jsonrpc":"2.0","method":"test/panicNote","params":{}}`, silence, ""},
		{"initialized without params", `{"jsonrpc":"2.0","method":"initialized"}`, silence, ""},
		{"cancel without id", `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{}}`, silence, ""},
		{"cancel without params", `{"jsonrpc":"2.0","method":"$/cancelRequest"}`, silence, ""},
		{"cancel of a huge id", `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":99999999999999999999}}`, silence, ""},
		{"cancel of a float id", `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1.5}}`, silence, ""},
		{"cancel of an unknown id", `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":77}}`, silence, ""},
		{"stray response", `{"jsonrpc":"2.0","id":77,"result":null}`, silence, ""},
		{"stray error response", `{"jsonrpc":"2.0","id":"x","error":{"code":-1,"message":"m"}}`, silence, ""},
		{"extra members", `{"jsonrpc":"2.0","id":9,"method":"test/count","params":{"n":1},"x":[1,{}]}`, 0, "9"},
		{"white space around", "\r\n  {\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"test/count\"} \n", 0, "9"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, _ := start(t)
			p.initialize()
			p.send(tt.body)
			if tt.code != silence {
				r := p.read()
				code := 0
				if r.Error != nil {
					code = r.Error.Code
				}
				if code != tt.code || string(r.ID) != tt.id {
					t.Errorf("got id %s, %+v, result %.40s; want id %s, code %d", r.ID, r.Error, r.Result, tt.id, tt.code)
				}
			}
			p.lives()
		})
	}
}

func TestHeaders(t *testing.T) {
	body := `{"jsonrpc":"2.0","id":9,"method":"test/count"}`
	for name, header := range map[string]string{
		"lower case":    "content-length: %d\r\n\r\n",
		"line feeds":    "Content-Length: %d\n\n",
		"content type":  "Content-Length: %d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n",
		"another first": "X-Other: 1\r\nContent-Length: %d\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := start(t)
			p.initialize()
			p.raw(fmt.Sprintf(header, len(body)) + body)
			if r := p.read(); string(r.ID) != "9" || r.Error != nil {
				t.Errorf("got %+v", r)
			}
		})
	}
	for name, text := range map[string]string{
		"no header":           "hello\r\n\r\n",
		"length of 2 GiB":     "Content-Length: 2147483648\r\n\r\n",
		"negative length":     "Content-Length: -1\r\n\r\n",
		"length is no number": "Content-Length: x\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			p, _ := start(t)
			p.initialize()
			p.raw(text)
			if code := <-p.code; code != 1 {
				t.Errorf("exit code %d, want 1: nothing after it can be read", code)
			}
		})
	}
}

func TestBatch(t *testing.T) {
	p, j := start(t)
	p.initialize()
	p.send(`[{"jsonrpc":"2.0","method":"test/note","params":{"n":4}},{"jsonrpc":"2.0","method":"test/note","params":{"n":5}}]`)
	p.lives()
	j.mu.Lock()
	defer j.mu.Unlock()
	if fmt.Sprint(j.numbers) != "[4 5]" {
		t.Errorf("got %v", j.numbers)
	}
}

func TestLifeCycle(t *testing.T) {
	p, _ := start(t)
	p.send(`{"jsonrpc":"2.0","method":"test/note","params":{"n":1}}`) // dropped
	p.send(`{"jsonrpc":"2.0","id":1,"method":"test/count"}`)
	if r := p.read(); r.Error == nil || r.Error.Code != -32002 {
		t.Errorf("before initialize: %+v", r)
	}
	p.initialize()
	p.send(`{"jsonrpc":"2.0","id":2,"method":"test/count"}`)
	if r := p.read(); string(r.Result) != "0" {
		t.Errorf("a notification before initialize was taken: %s", r.Result)
	}
	p.send(`{"jsonrpc":"2.0","id":3,"method":"shutdown"}`)
	if r := p.read(); r.Error != nil || string(r.Result) != "null" {
		t.Errorf("shutdown: %+v %s", r.Error, r.Result)
	}
	p.send(`{"jsonrpc":"2.0","id":4,"method":"test/count"}`)
	if r := p.read(); r.Error == nil || r.Error.Code != -32600 {
		t.Errorf("after shutdown: %+v", r)
	}
	p.send(`{"jsonrpc":"2.0","method":"exit"}`)
	if code := <-p.code; code != 0 {
		t.Errorf("exit code %d after shutdown", code)
	}
}

func TestExitCodes(t *testing.T) {
	t.Run("exit without shutdown", func(t *testing.T) {
		p, _ := start(t)
		p.initialize()
		p.send(`{"jsonrpc":"2.0","method":"exit"}`)
		if code := <-p.code; code != 1 {
			t.Errorf("exit code %d", code)
		}
	})
	t.Run("exit before initialize", func(t *testing.T) {
		p, _ := start(t)
		p.send(`{"jsonrpc":"2.0","method":"exit"}`)
		if code := <-p.code; code != 1 {
			t.Errorf("exit code %d", code)
		}
	})
	t.Run("end of input", func(t *testing.T) {
		p, _ := start(t)
		p.initialize()
		p.conn.Close()
		if code := <-p.code; code != 1 {
			t.Errorf("exit code %d", code)
		}
	})
	t.Run("end of input after shutdown", func(t *testing.T) {
		p, _ := start(t)
		p.initialize()
		p.send(`{"jsonrpc":"2.0","id":3,"method":"shutdown"}`)
		p.read()
		p.conn.Close()
		if code := <-p.code; code != 0 {
			t.Errorf("exit code %d", code)
		}
	})
}

func TestNotificationsStayInOrder(t *testing.T) {
	p, j := start(t)
	p.initialize()
	const n = 5000
	for i := range n {
		p.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"test/note","params":{"n":%d}}`, i))
	}
	p.send(`{"jsonrpc":"2.0","id":1,"method":"test/count"}`)
	if r := p.read(); string(r.Result) != strconv.Itoa(n) {
		t.Errorf("the request behind them sees %s", r.Result)
	}
	for i, got := range j.numbers {
		if got != i {
			t.Fatalf("number %d is %d", i, got)
		}
	}
}

func TestRequestsRunOnTheSnapshotOfTheirPlace(t *testing.T) {
	p, _ := start(t)
	p.initialize()
	var writer sync.WaitGroup
	defer writer.Wait()
	writer.Go(func() {
		for i := range 200 {
			p.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"test/count"}`, i))
			p.send(`{"jsonrpc":"2.0","method":"test/note","params":{"n":1}}`)
		}
	})
	for range 200 {
		if r := p.read(); string(r.Result) != string(r.ID) {
			t.Errorf("request %s sees %s notifications", r.ID, r.Result)
		}
	}
}

func TestCancel(t *testing.T) {
	for _, id := range []string{"7", `"seven"`} {
		p, j := start(t)
		p.initialize()
		p.send(`{"jsonrpc":"2.0","id":` + id + `,"method":"test/block"}`)
		<-j.started
		p.lives() // a slow request holds nothing up
		p.send(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":` + id + `}}`)
		if r := p.read(); string(r.ID) != id || r.Error == nil || r.Error.Code != -32800 {
			t.Errorf("got id %s, %+v", r.ID, r.Error)
		}
	}
}

func TestPanicIsTold(t *testing.T) {
	p, j := start(t)
	p.initialize()
	p.send(`{"jsonrpc":"2.0","id":1,"method":"test/panic"}`)
	if got := <-j.panics; got != "test/panic: boom" {
		t.Errorf("got %q", got)
	}
	if r := p.read(); !strings.Contains(r.Error.Message, "test/panic") {
		t.Errorf("got %+v", r.Error)
	}
}

func TestRequestMayAskTheClient(t *testing.T) {
	p, _ := start(t)
	p.initialize()
	p.send(`{"jsonrpc":"2.0","id":1,"method":"test/ask","params":{"n":3}}`)
	ask := p.read()
	if ask.Method != "client/number" {
		t.Fatalf("got %+v", ask)
	}
	p.send(`{"jsonrpc":"2.0","id":` + string(ask.ID) + `,"result":42}`)
	if r := p.read(); string(r.Result) != "42" {
		t.Errorf("got %s", r.Result)
	}
}

// TestContextsOutliveTheirRequest makes many requests with derived contexts: with the pooled context
// of the connection this ends the process.
func TestContextsOutliveTheirRequest(t *testing.T) {
	p, _ := start(t)
	p.initialize()
	const n = 20000
	var writer sync.WaitGroup
	defer writer.Wait()
	writer.Go(func() {
		for i := range n {
			p.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"test/count"}`, i))
		}
	})
	for range n {
		if r := p.read(); r.Error != nil {
			t.Fatalf("%+v", r.Error)
		}
	}
}

func TestWatchParent(t *testing.T) {
	child := exec.Command(os.Args[0], "-test.run=^TestNothing$")
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	gone := make(chan struct{})
	go WatchParent(context.Background(), child.Process.Pid, func() { close(gone) })
	child.Wait()
	select {
	case <-gone:
	case <-time.After(20 * time.Second):
		t.Error("the end of the process was not seen")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	WatchParent(ctx, os.Getpid(), func() { t.Error("this process is not gone") })
}
