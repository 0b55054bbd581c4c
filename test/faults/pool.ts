/** A pool of resources, each used by one caller at a time. */
export interface Pool<Resource> {
  /** Waits for a free resource and releases it afterwards. */
  using<Result>(work: (resource: Resource) => Promise<Result>): Promise<Result>;
}

export function createPool<Resource>(resources: readonly Resource[]): Pool<Resource> {
  const free = [...resources];
  const waiting: ((resource: Resource) => void)[] = [];

  const acquire = (): Promise<Resource> => {
    const resource = free.pop();
    return resource === undefined
      ? new Promise((resolve) => waiting.push(resolve))
      : Promise.resolve(resource);
  };
  const release = (resource: Resource): void => {
    const next = waiting.shift();
    if (next) next(resource);
    else free.push(resource);
  };
  return {
    async using(work) {
      const resource = await acquire();
      try {
        return await work(resource);
      } finally {
        release(resource);
      }
    },
  };
}
