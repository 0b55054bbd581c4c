/** The least that argon2id takes: tests set and check thousands of passwords. */
export const TEST_PASSWORD_COST = { memory: 8, passes: 1, parallelism: 1 };
