//go:build !windows

package wire

import (
	"context"
	"errors"
	"syscall"
	"time"
)

// WatchParent calls gone once the process has ended, and returns when ctx is done. A client that is
// killed may leave our input open in another process of its own.
func WatchParent(ctx context.Context, pid int, gone func()) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		// Signal 0 only asks. EPERM: it lives, under another user.
		if err := syscall.Kill(pid, 0); errors.Is(err, syscall.ESRCH) {
			gone()
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
