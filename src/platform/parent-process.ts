const LOOK_EVERY_MS = 250;

/** Calls `act` once, when the process that started this one has ended. Keeps no process alive. */
export function onParentEnded(act: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, LOOK_EVERY_MS).unref();
}
