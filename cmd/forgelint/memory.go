package main

import (
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// Most runs are many small files, linted one by one and let go: the garbage is collected when it nears
// a fixed size, which takes less time and less memory than the usual doubling. A large file, or many
// findings, then get all the memory that they need. docs/performance.md has the figures.
const (
	smallHeap = 20 << 20 // bytes that the runtime holds
	smallLive = 10 << 20 // bytes that are in use
	largeFile = 1 << 20  // bytes of one file
)

// saveMemory keeps the heap small from now on, unless the environment says how it is to be.
func saveMemory() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(smallHeap)
	}
}

// spendMemory ends that.
var spendMemory = sync.OnceFunc(func() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(math.MaxInt64)
		debug.SetGCPercent(100)
	}
})

// needMemory reports whether more is in use than a small heap has room for.
func needMemory() bool {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return live[0].Value.Kind() == metrics.KindUint64 && live[0].Value.Uint64() > smallLive
}
