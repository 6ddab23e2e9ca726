// Package wire carries the language server protocol: it reads and answers messages, keeps
// notifications in order, runs requests at once on snapshots, and survives what a client may send.
// It knows no feature.
package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// Router routes messages to handlers. S is the snapshot that requests run on: it is taken when the
// request is read, so that a request sees exactly the notifications before it. Register handlers
// with Request and Notification, then call Serve once.
type Router[S any] struct {
	// Snapshot returns the state as of now; called between notifications, never during one.
	Snapshot func() S
	// Panicked is told of a handler's panic, after it was answered; it may be nil.
	Panicked func(method string, value any, stack []byte)
	Log      *slog.Logger

	requests      map[string]func(ctx context.Context, snapshot S, params []byte) (any, error)
	notifications map[string]func(ctx context.Context, params []byte) error

	conn  jsonrpc2.Conn
	phase phase // touched by the reader only
	exit  chan int

	mu      sync.Mutex
	cancels map[jsonrpc2.ID]context.CancelFunc
}

// phase is where the session stands in the life cycle of the protocol.
type phase uint8

const (
	created phase = iota
	running
	shutDown
)

// Request registers the handler of a request. It runs concurrently with what comes after it, may
// call the client, and should return early when ctx is done; the client then gets −32800.
func Request[S, P any](r *Router[S], method string, handle func(ctx context.Context, snapshot S, params *P) (any, error)) {
	if r.requests == nil {
		r.requests = map[string]func(context.Context, S, []byte) (any, error){}
	}
	r.requests[method] = func(ctx context.Context, snapshot S, raw []byte) (any, error) {
		params, err := decode[P](raw)
		if err != nil {
			return nil, err
		}
		return handle(ctx, snapshot, params)
	}
}

// Notification registers the handler of a notification. It runs alone, in order, and must not call
// the client: the answer could not be read before it returns. raw are the parameters as sent; they
// are valid until the handler returns.
func Notification[S, P any](r *Router[S], method string, handle func(ctx context.Context, params *P, raw []byte)) {
	if r.notifications == nil {
		r.notifications = map[string]func(context.Context, []byte) error{}
	}
	r.notifications[method] = func(ctx context.Context, raw []byte) error {
		params, err := decode[P](raw)
		if err != nil {
			return err
		}
		handle(ctx, params, raw)
		return nil
	}
}

func decode[P any](raw []byte) (*P, error) {
	params := new(P)
	if len(raw) == 0 {
		return params, nil
	}
	if err := protocol.Unmarshal(raw, params); err != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "invalid params: %v", err)
	}
	return params, nil
}

// Serve talks to one client until it says exit, closes the stream or dies, and returns the exit code
// of the process: 0 after a shutdown, 1 without one.
func (r *Router[S]) Serve(ctx context.Context, rwc io.ReadWriteCloser) int {
	if r.Log == nil {
		r.Log = slog.New(slog.DiscardHandler)
	}
	r.exit = make(chan int, 1)
	r.cancels = map[jsonrpc2.ID]context.CancelFunc{}
	r.conn = jsonrpc2.NewConn(newStream(rwc), jsonrpc2.WithCodec(codec{}))
	r.conn.Go(ctx, r.handle)
	select {
	case code := <-r.exit:
		return code
	case <-r.conn.Done():
	}
	select {
	case code := <-r.exit: // the stream ended right behind the exit
		return code
	default:
	}
	if r.phase == shutDown {
		return 0
	}
	return 1
}

// Call asks the client and waits for its answer. Never from a Notification handler.
func (r *Router[S]) Call(ctx context.Context, method string, params, result any) error {
	return protocol.Call(ctx, r.conn, method, params, result)
}

// Notify tells the client something.
func (r *Router[S]) Notify(ctx context.Context, method string, params any) {
	if err := r.conn.Notify(ctx, method, params); err != nil {
		r.Log.Debug("notification not sent", "method", method, "error", err)
	}
}

// Exit ends Serve, as if the client had said exit.
func (r *Router[S]) Exit(code int) {
	select {
	case r.exit <- code:
	default:
	}
}

// handle gets every message, in order.
func (r *Router[S]) handle(pooled context.Context, req *jsonrpc2.Request) (any, error) {
	// The context of a request is recycled with it: deriving from it can crash the process.
	ctx := jsonrpc2.DetachContext(pooled)
	method := strings.Clone(req.Method())
	if !req.IsCall() {
		r.notified(ctx, method, req.Params())
		return nil, nil // an error would end the connection
	}
	if fault := r.admit(method); fault != nil {
		return nil, fault
	}
	run := r.requests[method]
	switch {
	case method == protocol.MethodShutdown:
		r.phase = shutDown
		return nil, nil
	case run == nil:
		return nil, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "method not found: %s", method)
	case method == protocol.MethodInitialize:
		// In order, so that every later message finds what was negotiated.
		result, err := r.answer(ctx, method, run, req.Params())
		if err == nil {
			r.phase = running
		}
		return result, err
	}
	snapshot := r.Snapshot()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	id := req.ID()
	r.mu.Lock()
	r.cancels[id] = cancel
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		delete(r.cancels, id)
		r.mu.Unlock()
	}()
	jsonrpc2.Async(pooled) // the next message is read from here on; params stay valid
	return r.answerOn(ctx, method, run, snapshot, req.Params())
}

// admit checks a request against the life cycle.
func (r *Router[S]) admit(method string) error {
	switch {
	case r.phase == shutDown:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "the server was shut down")
	case r.phase == created && method != protocol.MethodInitialize:
		return jsonrpc2.Errorf(jsonrpc2.ServerNotInitialized, "the server is not initialized")
	case r.phase == running && method == protocol.MethodInitialize:
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "the server is initialized already")
	}
	return nil
}

func (r *Router[S]) answer(ctx context.Context, method string, run func(context.Context, S, []byte) (any, error), params []byte) (any, error) {
	return r.answerOn(ctx, method, run, r.Snapshot(), params)
}

func (r *Router[S]) answerOn(ctx context.Context, method string, run func(context.Context, S, []byte) (any, error), snapshot S, params []byte) (result any, err error) {
	defer func() {
		if value := recover(); value != nil {
			r.panicked(method, value)
			result, err = nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "forgelint failed on %s: %v", method, value)
		}
	}()
	result, err = run(ctx, snapshot, params)
	var coded *jsonrpc2.Error
	switch {
	case ctx.Err() != nil:
		return nil, protocol.ErrRequestCancelled
	case err != nil && !errors.As(err, &coded):
		return nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "%v", err)
	}
	return result, err
}

func (r *Router[S]) notified(ctx context.Context, method string, params []byte) {
	defer func() {
		if value := recover(); value != nil {
			r.panicked(method, value)
		}
	}()
	switch {
	case method == protocol.MethodExit:
		code := 1
		if r.phase == shutDown {
			code = 0
		}
		r.Exit(code)
	case method == protocol.MethodCancelRequest:
		r.cancel(params)
	case r.phase != running:
		r.Log.Debug("notification outside of the session dropped", "method", method)
	default:
		handle := r.notifications[method]
		if handle == nil {
			return
		}
		if err := handle(ctx, params); err != nil {
			r.Log.Warn("notification not understood", "method", method, "error", err)
		}
	}
}

func (r *Router[S]) cancel(raw []byte) {
	var params protocol.CancelParams
	if err := protocol.Unmarshal(raw, &params); err != nil {
		return // an id that no request can have
	}
	var id jsonrpc2.ID
	switch token := params.ID.(type) {
	case protocol.Integer:
		id = jsonrpc2.NewNumberID(int64(token))
	case protocol.String:
		id = jsonrpc2.NewStringID(string(token))
	default:
		return
	}
	r.mu.Lock()
	cancel := r.cancels[id]
	r.mu.Unlock()
	if cancel != nil {
		cancel()
	}
}

func (r *Router[S]) panicked(method string, value any) {
	stack := debug.Stack()
	r.Log.Error(fmt.Sprintf("panic in %s: %v", method, value), "stack", string(stack))
	if r.Panicked != nil {
		r.Panicked(method, value, stack)
	}
}

// codec encodes payloads as the protocol package does, which knows its unions.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		if raw == nil {
			return []byte("null"), nil
		}
		return raw, nil
	}
	return protocol.Marshal(v)
}

func (codec) Unmarshal(data []byte, v any) error {
	if raw, ok := v.(*jsonrpc2.RawMessage); ok {
		*raw = append((*raw)[:0], data...)
		return nil
	}
	return protocol.Unmarshal(data, v)
}
