import { Button, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Action, Sale } from '../../../../../src/panel/sales/schema.ts';
import { call } from '../../api/call.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { money } from '../../ui/text/format.ts';

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
  const [typed, setTyped] = useState<string | number>('');
  const [reason, setReason] = useState('');
  // One key per opened dialog, so that repeated requests move the money once.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const client = useQueryClient();
  const withStepUp = useStepUp();
  const max = possible?.max ?? 0;
  const amount = partial ? Math.round(Number(typed) * 100) : max;
  const isRefund = possible?.kind === 'refund';
  const valid = amount >= 1 && amount <= max && (!isRefund || reason.trim() !== '');
  const inRange = amount >= 1 && amount <= max;
  const move = useMutation({
    mutationFn: () =>
      withStepUp(() =>
        call(which === 'capture' ? 'POST /sales/:id/capture' : 'POST /sales/:id/release', {
          path: { id: sale.id },
          body: { amount, left: max, ...(reason.trim() ? { reason: reason.trim() } : {}) },
          idempotencyKey,
        }),
      ),
    onSuccess: (changed) => {
      client.setQueryData(['sale', sale.id], changed);
      client.invalidateQueries({ queryKey: ['sales'] });
      onClose();
    },
    // The remaining amount may have changed meanwhile, in another window or by the shop's system.
    onError: () => client.invalidateQueries({ queryKey: ['sale', sale.id] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (valid) move.mutate();
  };
  return (
    <Dialog onClose={onClose} title={words.title}>
      <form onSubmit={submit}>
        <p className="soft">
          {which === 'capture' ? 'Autorizado e ainda não capturado' : 'Disponível'}: <b>{money(max)}</b>
          {sale.refundedAmount > 0 && `, já descontados ${money(sale.refundedAmount)} estornados`}.
        </p>
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
          <NumberInput
            mt="md"
            label="Valor"
            data-autofocus
            prefix="R$ "
            decimalSeparator=","
            thousandSeparator="."
            decimalScale={2}
            fixedDecimalScale
            hideControls
            inputMode="decimal"
            min={0}
            value={typed}
            onChange={setTyped}
            error={typed !== '' && !inRange ? `Informe um valor de R$ 0,01 a ${money(max)}.` : undefined}
          />
        )}
        {which === 'release' && (
          <TextInput
            mt="md"
            label="Motivo"
            required={isRefund}
            description="Fica no histórico da venda, com o seu nome."
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        {move.isError && (
          <div style={{ marginTop: 14 }}>
            <Notice tone="bad">{move.error.message}</Notice>
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
