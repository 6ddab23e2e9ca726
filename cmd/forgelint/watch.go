package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settle is how long nothing must change before the files are linted again: editors and version
// control write many files at once.
const settle = 100 * time.Millisecond

// watch lints, and again after each change, until ctx ends.
func (o *lintOptions) watch(ctx context.Context, stdout, stderr io.Writer, args []string) error {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("--watch: %w", err)
	}
	defer watcher.Close()
	own := map[string]bool{} // the files that this run writes
	for _, v := range o.formats {
		if _, file, ok := cutFormat(v); ok {
			if abs, err := filepath.Abs(file); err == nil {
				own[abs] = true
			}
		}
	}
	for {
		if isTerminal(stdout) {
			fmt.Fprint(stdout, "\x1b[2J\x1b[H") // an empty screen: what is mended is gone
		}
		session, err := newSession(o, nil, args)
		if err == nil {
			err = o.once(session, stdout, stderr)
		}
		if err != nil && !isExit(err) {
			complain(stderr, err)
		}
		if session != nil {
			for _, dir := range session.folders {
				watcher.Add(dir) // a folder that went away meanwhile is none to watch
			}
		}
		fmt.Fprintln(stderr, "waiting for changes; Ctrl+C ends")
		if !nextChange(ctx, watcher, own) {
			return nil
		}
	}
}

// nextChange waits until something that matters changed and nothing has for a while. It returns false
// when the run is to end.
func nextChange(ctx context.Context, watcher *fsnotify.Watcher, own map[string]bool) bool {
	var quiet <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return false
		case <-quiet:
			return true
		case event, open := <-watcher.Events:
			if !open {
				return false
			}
			if matters(event) && !own[event.Name] {
				quiet = time.After(settle)
			}
		case _, open := <-watcher.Errors:
			if !open {
				return false
			}
			quiet = time.After(settle) // events were lost
		}
	}
}

// matters reports whether a change can change what is found: of a file that may be linted, of what
// decides that, or of a folder.
func matters(event fsnotify.Event) bool {
	if event.Op == fsnotify.Chmod {
		return false
	}
	name := filepath.Base(event.Name)
	return candidate(name) || name == ".gitignore" || filepath.Ext(name) == ""
}
