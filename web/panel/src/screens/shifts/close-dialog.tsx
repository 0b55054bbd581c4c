import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Shift } from '../../../../../src/panel/shifts/schema.ts';
import { call } from '../../api/call.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { generalFault } from '../../ui/forms/field-faults.ts';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { useRefused } from '../../ui/forms/use-refused.ts';
import { money } from '../../ui/text/format.ts';
import { NOTES, type NoteCounts, worthOf } from './notes.ts';
import { differenceText } from './shift-words.ts';
import styles from './shifts.module.css';
import { useShiftWrite } from './use-open-shift.ts';

/** Asks for the counted cash, says what is missing, and closes the till. */
export function CloseShiftDialog({
  shift,
  onClose,
}: {
  readonly shift: Shift;
  readonly onClose: () => void;
}) {
  const [counted, setCounted] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const close = useShiftWrite<number>(
    (countedCash) =>
      call('POST /till/shifts/:id/close', { path: { id: shift.id }, body: { countedCash, note } }),
    onClose,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (counted !== null) close.mutate(counted);
  };
  const faultOf = useRefused(close.error, { countedCash: counted, note });
  const general = generalFault(close.error, ['countedCash', 'note']);
  return (
    <Dialog title={`Fechar o caixa ${shift.terminalName}`} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <MoneyField
          label="Dinheiro contado"
          description="Tudo o que está na gaveta, com o troco da abertura."
          value={counted}
          onChange={setCounted}
          error={faultOf('countedCash')}
        />
        <NotesCount onCounted={setCounted} />
        <p className={styles.compare} role="status">
          <span>Esperado: {money(shift.expectedCash)}</span>
          {counted !== null && <b>{differenceText(counted - shift.expectedCash)}</b>}
        </p>
        <Textarea
          label="Observação"
          autosize
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={faultOf('note')}
        />
        {general && <ErrorNotice error={general} />}
        <Button
          type="submit"
          mt="lg"
          size="md"
          fullWidth
          disabled={counted === null}
          loading={close.isPending}
        >
          Fechar o caixa
        </Button>
      </form>
    </Dialog>
  );
}

/** Adds up notes and coins. */
function NotesCount({ onCounted }: { readonly onCounted: (cents: number) => void }) {
  const [counts, setCounts] = useState<NoteCounts>({});
  const change = (note: number, typed: string) => {
    const next = { ...counts, [note]: typed };
    setCounts(next);
    onCounted(worthOf(next));
  };
  return (
    <details className={styles.notes}>
      <summary>Contar por notas e moedas</summary>
      <div className={styles.notesGrid}>
        {NOTES.map((note) => (
          <TextInput
            key={note}
            label={money(note)}
            inputMode="numeric"
            autoComplete="off"
            placeholder="0"
            maxLength={5}
            value={counts[note] ?? ''}
            onChange={(event) => change(note, event.currentTarget.value.replace(/\D/g, ''))}
          />
        ))}
      </div>
    </details>
  );
}
