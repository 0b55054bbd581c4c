/** The address of the bundle's main file; undefined when there is none, or a file that it was built from has changed. */
export function findFreshBundle(): string | undefined;
