import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import type { SaleSearch } from './sale-search.ts';

interface DialogProps {
  readonly search: SaleSearch;
  readonly columns: readonly string[];
  readonly onClose: () => void;
}

/** Saves the current filters and columns of the list under a name, for the user or for the team. */
export function SaveViewDialog({ search, columns, onClose }: DialogProps) {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      call('POST /views', {
        body: { screen: 'sales', name: name.trim(), query: queryOf(search), columns: [...columns], shared },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['views', 'sales'] });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') save.mutate();
  };
  return (
    <Dialog onClose={onClose} title="Salvar esta visão">
      <form onSubmit={submit}>
        <TextInput
          label="Nome"
          description="Guarda os filtros e as colunas de agora."
          maxLength={60}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox
          mt="md"
          label="Toda a equipe pode usar"
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        {save.isError && (
          <div style={{ marginTop: 14 }}>
            <Notice tone="bad">{save.error.message}</Notice>
          </div>
        )}
        <Button type="submit" mt="md" fullWidth loading={save.isPending} disabled={name.trim() === ''}>
          Salvar
        </Button>
      </form>
    </Dialog>
  );
}

function queryOf(search: SaleSearch): string {
  const values = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of [value].flat()) if (one !== undefined) values.append(name, String(one));
  }
  return values.toString();
}
