import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Sale } from '../../../../../src/panel/sales/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import styles from './sale.module.css';

/** Banks hide a part of a payer's CPF: nobody can be charged by that. */
export function hasDocument({ customerDocument, pix }: Pick<Sale, 'customerDocument' | 'pix'>): boolean {
  const document = customerDocument ?? pix?.payerDocument ?? '';
  return document !== '' && !document.includes('*');
}

/** One press: the buyer is a client who can be charged again. Who is one already is only shown. */
export function BuyerToClient({ saleId }: { readonly saleId: string }) {
  const mayWrite = useMay('clients.write');
  const navigate = useNavigate();
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: () => call('POST /sales/:id/client', { path: { id: saleId } }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['clients'] });
      await navigate({ to: '/clientes/$id', params: { id: String(id) } });
    },
  });
  if (!mayWrite) return null;
  return (
    <>
      <Button
        variant="default"
        className={styles.whole}
        leftSection={<Icon name="card" />}
        loading={make.isPending}
        onClick={() => make.mutate()}
      >
        Cobrar de novo este cliente
      </Button>
      {make.error && <ErrorNotice error={make.error} />}
    </>
  );
}
