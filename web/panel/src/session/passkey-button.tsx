import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { browserHasPasskeys } from './passkey.ts';

/** Confirms with a passkey; shows a message in browsers without passkeys. */
export function PasskeyButton({
  confirm,
  size = 'sm',
}: {
  readonly confirm: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending'>;
  readonly size?: 'sm' | 'md';
}) {
  if (!browserHasPasskeys()) {
    return <p className="soft">Este navegador não usa chaves de acesso: confirme de outra forma.</p>;
  }
  return (
    <Button fullWidth size={size} loading={confirm.isPending} onClick={() => confirm.mutate()}>
      Usar a chave de acesso
    </Button>
  );
}
