/**
 * What counts as use of the page. Screen readers and dictation may cause only the last two. `change` does not count: it
 * is caused too when a dialog takes the focus from a field with something typed, such as the one that announces the end.
 */
const USES = ['keydown', 'pointerdown', 'wheel', 'touchstart', 'click', 'input'] as const;
/** Calls that a use leads to are made within this time. */
const LEADS_TO_CALLS_MS = 5_000;

/** Loading the page is a use. */
let lastUse = Date.now();

onUse(() => setLastUse(Date.now()));

/** When somebody last used this page, by its clock. */
export function timeOfLastUse(): number {
  return lastUse;
}

/** The session was used by another page. */
export function setLastUse(at: number): void {
  lastUse = Math.max(lastUse, at);
}

/** Whether a call at this moment is asked for by the page itself, such as by a timer that refreshes a list. */
export function isUnattended(): boolean {
  return Date.now() - lastUse > LEADS_TO_CALLS_MS;
}

/** Calls `listener` at each use. Returns how to stop. */
export function onUse(listener: () => void): () => void {
  /** What the page's own scripts cause is nobody's use. */
  const listen = (event: Event) => {
    if (event.isTrusted) listener();
  };
  for (const use of USES) addEventListener(use, listen, { passive: true, capture: true });
  return () => {
    for (const use of USES) removeEventListener(use, listen, { capture: true });
  };
}
