import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaymentClientRow, TerminalRow } from '../../../../../src/panel/terminals/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay, useMe } from '../../session/session.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { Badge } from '../../ui/feedback/status.tsx';
import { Fact, Facts } from '../../ui/screens/facts.tsx';
import { BelowForm } from '../../ui/screens/form-screen.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { age } from '../../ui/text/age.ts';
import { PairDialog } from './pair-dialog.tsx';

/** Whether the payment client is online. */
export function PaymentClientState({ client }: { readonly client: PaymentClientRow | null }) {
  if (client === null) return <span className="soft">Nenhum</span>;
  return client.online ? (
    <Badge label="Conectado" tone="good" icon="check" />
  ) : (
    <Badge label="Sem contato" tone="wait" icon="clock" />
  );
}

/** The payment client of a terminal: pair one by its code, see its state, unpair it. */
export function PaymentClientSheet({ terminal }: { readonly terminal: TerminalRow }) {
  const mayWrite = useMay('terminals.write');
  const { mode } = useMe();
  const [open, setOpen] = useState<'pair' | 'unpair'>();
  const { paymentClient, archived } = terminal;
  const close = () => setOpen(undefined);
  return (
    <BelowForm>
      <Sheet>
        <Section title="Programa da maquininha">
          {paymentClient ? <PairedFacts client={paymentClient} /> : <p>{withoutClient(mode)}</p>}
          {mayWrite && (
            <p>
              {!archived && (
                <Button variant="default" onClick={() => setOpen('pair')}>
                  Parear {paymentClient ? 'outro' : 'um'} programa
                </Button>
              )}{' '}
              {paymentClient && (
                <Button variant="subtle" color="var(--wrong)" onClick={() => setOpen('unpair')}>
                  Desparear
                </Button>
              )}
            </p>
          )}
        </Section>
        {open === 'pair' && <PairDialog terminal={terminal} onClose={close} />}
        {open === 'unpair' && <UnpairDialog terminal={terminal} onClose={close} />}
      </Sheet>
    </BelowForm>
  );
}

function PairedFacts({ client }: { readonly client: PaymentClientRow }) {
  const formats = useFormats();
  return (
    <Facts>
      <Fact label="Agora" value={<PaymentClientState client={client} />} />
      <Fact
        label="Último contato"
        value={client.seenAt && `${age(client.seenAt)} (${formats.short(client.seenAt)})`}
      />
      <Fact label="Versão" value={client.version} />
      <Fact label="Pareado em" value={formats.full(client.pairedAt)} />
    </Facts>
  );
}

function withoutClient(mode: 'sandbox' | 'production'): string {
  return mode === 'sandbox'
    ? 'Nenhum pareado: neste ambiente de testes, um simulado atende este terminal e aprova em dois segundos.'
    : 'Nenhum pareado: vendas na maquininha feitas neste terminal esperam por um e expiram.';
}

function UnpairDialog({
  terminal,
  onClose,
}: {
  readonly terminal: TerminalRow;
  readonly onClose: () => void;
}) {
  const withStepUp = useStepUp();
  const client = useQueryClient();
  const unpair = useMutation({
    mutationFn: () =>
      withStepUp(() => call('DELETE /terminals/:id/payment-client', { path: { id: terminal.id } })),
    onSuccess: async (saved) => {
      client.setQueryData(['terminal', String(saved.id)], saved);
      onClose();
      await client.invalidateQueries({ queryKey: ['terminals'] });
    },
  });
  return (
    <ConfirmDialog
      title={`Desparear o programa de ${terminal.name}?`}
      verb="Desparear"
      pending={unpair.isPending}
      error={unpair.error}
      onConfirm={() => unpair.mutate()}
      onClose={onClose}
    >
      <p>
        A chave dele deixa de valer agora. Uma venda que ele tenha em andamento fica sem resposta: espere ela
        terminar antes.
      </p>
    </ConfirmDialog>
  );
}
