import type { TestPart } from './test-parts.ts';

/**
 * Limit of one test, and of each hook: whatever hangs fails with its name in minutes. By day the longest that pass take two
 * minutes on a busy machine; at night kills, standbys and benches take three on a quiet one.
 */
const TEST_TIMEOUT_MS = { day: 5 * 60_000, night: 15 * 60_000 };
/** Limit of a test file, enough on a busy machine. */
const FILE_TIMEOUT_MS = 30 * 60_000;
/** Limit from the last test of a file to the end of its process. */
const OPEN_END_TIMEOUT_MS = 60_000;

/** Tests of the runner set shorter limits in the environment. */
export function testTimeoutMs(part: TestPart): number {
  return Number(process.env.TEST_TIMEOUT_MS ?? TEST_TIMEOUT_MS[part]);
}

export function fileTimeoutMs(): number {
  return Number(process.env.TEST_FILE_TIMEOUT_MS ?? FILE_TIMEOUT_MS);
}

export function openEndTimeoutMs(): number {
  return Number(process.env.TEST_OPEN_END_TIMEOUT_MS ?? OPEN_END_TIMEOUT_MS);
}
