/** Limit of a test file, enough on a busy machine. The limit of a single test is TEST_TIMEOUT_MS (test/run.ts). */
const FILE_TIMEOUT_MS = 30 * 60_000;
/** Limit from the last test of a file to the end of its process. */
const OPEN_END_TIMEOUT_MS = 60_000;

/** Tests of the runner set shorter limits in the environment. */
export function fileTimeoutMs(): number {
  return Number(process.env.TEST_FILE_TIMEOUT_MS ?? FILE_TIMEOUT_MS);
}

export function openEndTimeoutMs(): number {
  return Number(process.env.TEST_OPEN_END_TIMEOUT_MS ?? OPEN_END_TIMEOUT_MS);
}
