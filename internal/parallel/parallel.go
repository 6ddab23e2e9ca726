// Package parallel runs a loop on all processors.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Do calls do(0) … do(n-1), each once, as many at a time as there are processors, and returns after the
// last. They start in that order.
func Do(n int, do func(i int)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	if workers == 1 {
		for i := range n {
			do(i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	wg.Wait()
}
