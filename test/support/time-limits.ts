/** How long a file of tests may take on a busy machine. A single test has TEST_TIMEOUT_MS (test/run.ts). */
const FILE_TIMEOUT_MS = 30 * 60_000;
/** From the last test of a file to the end of its process: time to close what is open. */
const OPEN_END_TIMEOUT_MS = 60_000;

/** Tests of the runner set shorter ones by the environment. */
export function fileTimeoutMs(): number {
  return Number(process.env.TEST_FILE_TIMEOUT_MS ?? FILE_TIMEOUT_MS);
}

export function openEndTimeoutMs(): number {
  return Number(process.env.TEST_OPEN_END_TIMEOUT_MS ?? OPEN_END_TIMEOUT_MS);
}
