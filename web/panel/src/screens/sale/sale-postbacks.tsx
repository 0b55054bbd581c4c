import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SalePostback } from '../../../../../src/panel/postbacks/schema.ts';
import type { Sale } from '../../../../../src/panel/sales/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { Badge, saleStatusLabel } from '../../ui/feedback/status.tsx';
import { Section } from '../../ui/screens/sheet.tsx';
import styles from './sale.module.css';

const STATES = {
  delivered: { label: 'Entregue', tone: 'good', icon: 'check' },
  failed: { label: 'Falhou', tone: 'wrong', icon: 'cross' },
  waiting: { label: 'Na fila', tone: 'wait', icon: 'clock' },
} as const;

/** The postbacks of a sale, with time and answer. */
export function SalePostbacks({ sale }: { readonly sale: Sale }) {
  return (
    <Section title="Avisos à loja">
      {sale.postbacks.length === 0 && (
        <p className="soft">
          {sale.postBackUrl === null
            ? 'Esta venda não pediu avisos: a loja não informou um endereço.'
            : 'Nenhum aviso ainda.'}
        </p>
      )}
      {sale.postbacks.map((postback) => (
        <PostbackLine key={postback.version} sale={sale} postback={postback} />
      ))}
    </Section>
  );
}

function PostbackLine({ sale, postback }: { readonly sale: Sale; readonly postback: SalePostback }) {
  const { short } = useFormats();
  const mayResend = useMay('postbacks.resend');
  const client = useQueryClient();
  const resend = useMutation({
    mutationFn: () =>
      call('POST /postbacks/:transactionId/:version/resend', {
        path: { transactionId: postback.transactionId, version: postback.version },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['sale', sale.id] }),
  });
  const tries = postback.tries === 1 ? '1 tentativa' : `${postback.tries} tentativas`;
  const answer = postback.lastStatus === null ? postback.lastError : `HTTP ${postback.lastStatus}`;
  return (
    <div className={styles.postback}>
      <Badge {...STATES[postback.state]} />
      <div>
        {saleStatusLabel({ status: postback.status, capturedAmount: 0, refundedAmount: 0 })} (
        {postback.status})
        <small>{[short(postback.createdAt), tries, answer].filter(Boolean).join(' · ')}</small>
        {resend.isError && <small role="alert">{resend.error.message}</small>}
      </div>
      {mayResend && postback.state !== 'waiting' && (
        <Button variant="subtle" loading={resend.isPending} onClick={() => resend.mutate()}>
          Reenviar
        </Button>
      )}
    </div>
  );
}
