package main

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// heap bounds the memory of the Go runtime. Most runs are many small files, linted one by one and let
// go: the garbage is collected when it nears a fixed size, which takes less time and less memory than
// the usual doubling. A large file is given room to be linted with hardly any collection. What needs
// more than that gets it, collected as usual. docs/performance.md has the figures.
type heap struct {
	mu    sync.Mutex
	limit int64 // in bytes; 0: the environment says what the runtime does
}

const (
	smallHeap = 21 << 20
	smallLive = 12 << 20 // of that may be in use; the runtime itself takes a part
	largeHeap = 150 << 20
	noLimit   = math.MaxInt64
)

func newHeap() *heap {
	h := &heap{}
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(400)
		h.set(smallHeap)
		h.watch(0)
	}
	return h
}

func (h *heap) set(limit int64) {
	h.limit = limit
	debug.SetMemoryLimit(limit)
	if limit == noLimit {
		debug.SetGCPercent(100)
	}
}

// allow raises the limit.
func (h *heap) allow(limit int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.limit != 0 && limit > h.limit {
		h.set(limit)
	}
}

// forFile makes room for a file of so many bytes; its tree takes about 30 times as much.
func (h *heap) forFile(bytes int) {
	switch {
	case bytes >= 4<<20:
		h.allow(noLimit)
	case bytes >= 1<<20:
		h.allow(largeHeap)
	}
}

// watch doubles the limit when three collections in a row leave half of it filled (one may by chance,
// with much that is young): collecting again and again what cannot be let go would take all the time.
func (h *heap) watch(filled int) {
	sentinel := new([64]byte)
	runtime.SetFinalizer(sentinel, func(*[64]byte) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		if live[0].Value.Kind() != metrics.KindUint64 {
			return
		}
		h.mu.Lock()
		limit := h.limit
		h.mu.Unlock()
		filled++
		if int64(live[0].Value.Uint64()) <= max(limit/2, smallLive) {
			filled = 0
		}
		if filled == 3 {
			filled = 0
			if limit *= 2; limit > 2*largeHeap {
				limit = noLimit
			}
			h.allow(limit)
		}
		if limit != noLimit {
			h.watch(filled)
		}
	})
}
