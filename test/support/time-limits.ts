/**
 * Limit of one test, and of each hook: whatever hangs fails with its name in minutes. The longest that pass take a minute on a
 * busy machine; those that take longer set a limit of their own.
 */
const TEST_TIMEOUT_MS = 4 * 60_000;
/** Limit of a test file, enough on a busy machine. */
const FILE_TIMEOUT_MS = 30 * 60_000;
/** Limit from the last test of a file to the end of its process. */
const OPEN_END_TIMEOUT_MS = 60_000;

/** Tests of the runner set shorter limits in the environment. */
export function testTimeoutMs(): number {
  return Number(process.env.TEST_TIMEOUT_MS ?? TEST_TIMEOUT_MS);
}

export function fileTimeoutMs(): number {
  return Number(process.env.TEST_FILE_TIMEOUT_MS ?? FILE_TIMEOUT_MS);
}

export function openEndTimeoutMs(): number {
  return Number(process.env.TEST_OPEN_END_TIMEOUT_MS ?? OPEN_END_TIMEOUT_MS);
}
