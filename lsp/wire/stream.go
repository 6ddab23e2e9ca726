package wire

import (
	"bytes"
	"context"
	"io"

	"github.com/go-json-experiment/json/jsontext"
	"go.lsp.dev/jsonrpc2"
)

// frames is what the header stream of jsonrpc2 offers beside Stream; the connection uses it to read
// batches.
type frames interface {
	jsonrpc2.Stream
	ReadFrame(ctx context.Context) ([]byte, int64, error)
	WriteFrame(ctx context.Context, data []byte) (int64, error)
}

// stream answers a frame that holds no message by itself and goes on reading. The connection would
// end at the first one.
type stream struct{ frames }

func newStream(rwc io.ReadWriteCloser) stream {
	return stream{jsonrpc2.NewHeaderStream(rwc).(frames)}
}

func (s stream) ReadFrame(ctx context.Context) ([]byte, int64, error) {
	for {
		frame, n, err := s.frames.ReadFrame(ctx)
		if err != nil {
			return nil, n, err
		}
		fault := check(frame)
		if fault == nil {
			return frame, n, nil
		}
		if _, err := s.WriteFrame(ctx, jsonrpc2.AppendResponse(nil, jsonrpc2.ID{}, nil, fault)); err != nil {
			return nil, n, err
		}
	}
}

// check says why a frame is no message of JSON-RPC, or nil. The members of a batch are left to the
// connection, which answers each.
func check(frame []byte) *jsonrpc2.Error {
	decoder := jsontext.NewDecoder(bytes.NewReader(frame), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if err := decoder.SkipValue(); err != nil {
		return jsonrpc2.Errorf(jsonrpc2.ParseError, "the message is no JSON: %v", err)
	}
	if rest := bytes.TrimLeft(frame[decoder.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return jsonrpc2.Errorf(jsonrpc2.ParseError, "text after the end of the message")
	}
	if bytes.HasPrefix(bytes.TrimLeft(frame, " \t\r\n"), []byte("[")) {
		return nil
	}
	if _, err := jsonrpc2.DecodeMessage(frame); err != nil {
		return jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "the message is no request: %v", err)
	}
	return nil
}
