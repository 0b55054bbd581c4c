import { Skeleton } from '@mantine/core';

/** Shown until the first answer of a screen arrives. */
export function Loading() {
  return (
    <div role="status" aria-label="Carregando">
      <Skeleton height={34} width={220} mb={12} />
      <Skeleton height={220} mb={12} />
      <Skeleton height={120} />
    </div>
  );
}
