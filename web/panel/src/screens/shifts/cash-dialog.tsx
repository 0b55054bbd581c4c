import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CashBody, Shift } from '../../../../../src/panel/shifts/schema.ts';
import { call } from '../../api/call.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { generalFault } from '../../ui/forms/field-faults.ts';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { useRefused } from '../../ui/forms/use-refused.ts';
import { money } from '../../ui/text/format.ts';
import { useShiftWrite } from './use-open-shift.ts';

const WORDS = {
  supply: { title: 'Suprimento: pôr dinheiro no caixa', button: 'Pôr no caixa', example: 'Troco do cofre' },
  withdrawal: {
    title: 'Sangria: tirar dinheiro do caixa',
    button: 'Tirar do caixa',
    example: 'Depósito no banco',
  },
} as const;

/** Puts cash in, or takes it out. */
export function CashMoveDialog(props: {
  readonly shift: Shift;
  readonly kind: CashBody['kind'];
  readonly onClose: () => void;
}) {
  const { shift, kind, onClose } = props;
  const words = WORDS[kind];
  const [amount, setAmount] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const move = useShiftWrite<CashBody>(
    (body, key) => call('POST /till/shifts/:id/cash', { path: { id: shift.id }, body, idempotencyKey: key }),
    onClose,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (amount) move.mutate({ kind, amount, note });
  };
  const faultOf = useRefused(move.error, { amount, note });
  const general = generalFault(move.error, ['amount', 'note']);
  return (
    <Dialog title={words.title} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <MoneyField
          label="Valor"
          description={`Agora há ${money(shift.expectedCash)} em dinheiro.`}
          value={amount}
          onChange={setAmount}
          error={faultOf('amount')}
        />
        <TextInput
          mt="md"
          label="Motivo"
          placeholder={words.example}
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={faultOf('note')}
        />
        {general && <ErrorNotice error={general} />}
        <Button type="submit" mt="lg" size="md" fullWidth disabled={!amount} loading={move.isPending}>
          {words.button}
        </Button>
      </form>
    </Dialog>
  );
}
