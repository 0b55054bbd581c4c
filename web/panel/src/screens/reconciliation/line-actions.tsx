import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReconciledLine } from '../../../../../src/panel/reconciliation/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';

/** What a person may say of a line: of which sale it is, or why it is so. Of what is missing there is nothing to say. */
export function LineActions({ line }: { readonly line: ReconciledLine }) {
  const mayDecide = useMay('sales.refund');
  const client = useQueryClient();
  const [isNoting, setNoting] = useState(false);
  const [note, setNote] = useState(line.note ?? '');
  const onSuccess = async () => {
    setNoting(false);
    await client.invalidateQueries({ queryKey: ['reconciliation'] });
    await client.invalidateQueries({ queryKey: ['reconciliation-sums'] });
  };
  const confirm = useMutation({
    mutationFn: () => call('POST /reconciliation/:id/confirm', { path: { id: line.id } }),
    onSuccess,
  });
  const save = useMutation({
    mutationFn: () => call('POST /reconciliation/:id/note', { path: { id: line.id }, body: { note } }),
    onSuccess,
  });
  if (!mayDecide || line.class === 'matched' || line.class === 'missing') return null;
  return (
    <>
      {line.suggestedId !== null && (
        <>
          <Link to="/vendas/$id" params={{ id: line.suggestedId }}>
            Ver a venda sugerida
          </Link>{' '}
          <Button size="compact-sm" loading={confirm.isPending} onClick={() => confirm.mutate()}>
            É esta venda
          </Button>
        </>
      )}
      {isNoting ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate();
          }}
        >
          <TextInput
            label="Anotação"
            maxLength={500}
            value={note}
            onChange={({ currentTarget: { value } }) => setNote(value)}
          />
          <Button size="compact-sm" type="submit" loading={save.isPending}>
            Salvar
          </Button>
        </form>
      ) : (
        <Button size="compact-sm" variant="subtle" onClick={() => setNoting(true)}>
          Explicar
        </Button>
      )}
      {confirm.isError && <ErrorNotice error={confirm.error} />}
      {save.isError && <ErrorNotice error={save.error} />}
    </>
  );
}
