import asyncHooks, { type AsyncHook, type HookCallbacks } from 'node:async_hooks';

// Node's test runner follows every promise, to know which test an error without a catcher belongs to: that takes an eighth
// of the suite's processor time. It needs that while tests are declared. While they run, timers, sockets and ticks tell
// the test as well. Loaded before the runner makes its hook, which the runner makes first of all.

const { createHook } = asyncHooks;
let tracking: AsyncHook | undefined;
let frugal: AsyncHook | undefined;

asyncHooks.createHook = (callbacks: HookCallbacks) => {
  asyncHooks.createHook = createHook;
  tracking = createHook(callbacks);
  frugal = createHook({ ...callbacks, trackPromises: false } as HookCallbacks);
  return tracking;
};

/** Once all tests of a process are declared. */
export function stopTrackingPromises(): void {
  tracking?.disable();
  frugal?.enable();
}
