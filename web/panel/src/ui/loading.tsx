import { Skeleton } from '@mantine/core';

/** While the first answer of a screen is on its way. */
export function Loading() {
  return (
    <div role="status" aria-label="Carregando">
      <Skeleton height={34} width={220} mb={12} />
      <Skeleton height={220} mb={12} />
      <Skeleton height={120} />
    </div>
  );
}
