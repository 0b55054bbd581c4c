/** The minimum cost of argon2id: tests hash and verify thousands of passwords. */
export const TEST_PASSWORD_COST = { memory: 8, passes: 1, parallelism: 1 };
