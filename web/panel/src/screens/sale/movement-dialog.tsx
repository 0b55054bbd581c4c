import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Action, Sale } from '../../../../../src/panel/sales/schema.ts';
import { CallError, call } from '../../api/call.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { money } from '../../ui/text/format.ts';
import { buyerSeesIt, REASONS } from './movement-words.ts';
import styles from './sale.module.css';
import { DoubleLoss } from './sale-disputes.tsx';

const WORDS = {
  capture: { title: 'Capturar venda', verb: 'Capturar', all: 'Tudo', part: 'Uma parte' },
  cancel: { title: 'Cancelar venda', verb: 'Cancelar', all: 'Tudo', part: 'Uma parte' },
  refund: { title: 'Estornar venda', verb: 'Estornar', all: 'Tudo o que resta', part: 'Uma parte' },
} as const;

interface DialogProps {
  readonly sale: Sale;
  readonly which: 'capture' | 'release';
  readonly action: Action;
  readonly onClose: () => void;
}

/**
 * Asks for amount and reason; the button repeats the amount. The limits are those of the server when the sale was
 * loaded.
 */
export function MovementDialog({ sale, which, action, onClose }: DialogProps) {
  const possible = action.possible ? action : undefined;
  const words = WORDS[possible?.kind ?? 'refund'];
  const [partial, setPartial] = useState(false);
  const [typed, setTyped] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const max = possible?.max ?? 0;
  const amount = partial ? (typed ?? 0) : max;
  const isRefund = possible?.kind === 'refund';
  const inRange = amount >= 1 && amount <= max;
  const valid = inRange && (!isRefund || reason.trim() !== '');
  const move = useMovement({ sale, which, onDone: onClose });
  const fault = typed !== null && !inRange ? `Informe um valor de R$ 0,01 a ${money(max)}.` : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (valid) move.mutate({ amount, left: max, reason: reason.trim() });
  };
  return (
    <Dialog onClose={onClose} title={words.title}>
      <form onSubmit={submit}>
        <Available sale={sale} which={which} max={max} />
        {possible?.partial && (
          <SegmentedControl
            fullWidth
            mt="md"
            aria-label="Quanto"
            value={partial ? 'part' : 'all'}
            onChange={(value) => setPartial(value === 'part')}
            data={[
              { value: 'all', label: words.all },
              { value: 'part', label: words.part },
            ]}
          />
        )}
        {partial && (
          <MoneyField mt="md" label="Valor" data-autofocus value={typed} onChange={setTyped} error={fault} />
        )}
        {which === 'release' && <Reason value={reason} required={isRefund} onChange={setReason} />}
        <DoubleLoss saleId={sale.id} isRefund={isRefund} />
        {possible && <BuyerNote kind={possible.kind} sale={sale} />}
        {move.isError && (
          <div style={{ marginTop: 14 }}>
            <Notice tone="bad">{faultText(move.error)}</Notice>
          </div>
        )}
        <Button
          type="submit"
          mt="lg"
          fullWidth
          size="md"
          color={which === 'capture' ? 'brand' : 'var(--wrong)'}
          disabled={!valid}
          loading={move.isPending}
        >
          {words.verb} {inRange ? money(amount) : ''}
        </Button>
        <Button mt="xs" fullWidth variant="subtle" onClick={onClose}>
          Voltar
        </Button>
      </form>
    </Dialog>
  );
}

/** The dialog keeps its key: what was sent with it first stands, whatever is typed since. */
function faultText(error: Error): string {
  return error instanceof CallError && error.code === 'idempotency_mismatch'
    ? 'O primeiro pedido chegou ao serviço, com o que estava escrito antes. Feche esta janela e confira os valores da venda antes de pedir outro.'
    : error.message;
}

function useMovement({
  sale,
  which,
  onDone,
}: Pick<DialogProps, 'sale' | 'which'> & { readonly onDone: () => void }) {
  // One key per opened dialog, so that repeated requests move the money once.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const client = useQueryClient();
  const withStepUp = useStepUp();
  return useMutation({
    mutationFn: ({ amount, left, reason }: { amount: number; left: number; reason: string }) =>
      withStepUp(() =>
        call(which === 'capture' ? 'POST /sales/:id/capture' : 'POST /sales/:id/release', {
          path: { id: sale.id },
          body: { amount, left, ...(reason === '' ? {} : { reason }) },
          idempotencyKey,
        }),
      ),
    onSuccess: (changed) => {
      client.setQueryData(['sale', sale.id], changed);
      client.invalidateQueries({ queryKey: ['sales'] });
      onDone();
    },
    // The remaining amount may have changed meanwhile, in another window or by the shop's system.
    onError: () => client.invalidateQueries({ queryKey: ['sale', sale.id] }),
  });
}

function Available({
  sale: { refundedAmount },
  which,
  max,
}: Pick<DialogProps, 'sale' | 'which'> & { readonly max: number }) {
  return (
    <p className="soft">
      {which === 'capture' ? 'Autorizado e ainda não capturado' : 'Disponível'}: <b>{money(max)}</b>
      {refundedAmount > 0 && `, já descontados ${money(refundedAmount)} estornados`}.
    </p>
  );
}

function Reason(props: {
  readonly value: string;
  readonly required: boolean;
  readonly onChange: (reason: string) => void;
}) {
  return (
    <>
      <TextInput
        mt="md"
        label="Motivo"
        required={props.required}
        description="Fica no histórico da venda, com o seu nome."
        maxLength={200}
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      <fieldset className={styles.reasons}>
        <legend className="visually-hidden">Motivos mais comuns</legend>
        {REASONS.map((reason) => (
          <Button key={reason} variant="default" size="compact-sm" onClick={() => props.onChange(reason)}>
            {reason}
          </Button>
        ))}
      </fieldset>
    </>
  );
}

function BuyerNote({
  kind,
  sale,
}: {
  readonly kind: Parameters<typeof buyerSeesIt>[0];
  readonly sale: Sale;
}) {
  const note = buyerSeesIt(kind, sale.kind);
  return note === null ? null : <p className="soft">{note}</p>;
}
