package wire

import (
	"context"
	"os"
)

// WatchParent calls gone once the process has ended. A client that is killed may leave our input
// open in another process of its own.
func WatchParent(ctx context.Context, pid int, gone func()) {
	process, err := os.FindProcess(pid)
	if err != nil {
		gone() // Windows finds only processes that live
		return
	}
	if _, err := process.Wait(); err == nil && ctx.Err() == nil {
		gone()
	}
}
