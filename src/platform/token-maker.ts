import { randomFillSync } from 'node:crypto';

const TOKENS_AT_ONCE = 64;

/**
 * Makes random texts of so many bytes. The bytes come from the system's generator for several texts at once,
 * as the runtime does for UUIDs, and are wiped when they are used.
 */
export function tokenMaker(bytes: number, encoding: 'base64url' | 'hex' = 'base64url'): () => string {
  const random = Buffer.alloc(bytes * TOKENS_AT_ONCE);
  let used = random.length;
  return () => {
    if (used === random.length) {
      randomFillSync(random);
      used = 0;
    }
    const from = used;
    used += bytes;
    const token = random.toString(encoding, from, used);
    random.fill(0, from, used);
    return token;
  };
}
