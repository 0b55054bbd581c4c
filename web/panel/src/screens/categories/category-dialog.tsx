import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CategoryRow } from '../../../../../src/panel/categories/schema.ts';
import { call } from '../../api/call.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { generalFault } from '../../ui/forms/field-faults.ts';
import { useRefused } from '../../ui/forms/use-refused.ts';

/** Creates a category, or renames one. */
export function CategoryDialog(props: {
  readonly category: CategoryRow | undefined;
  readonly onClose: () => void;
}) {
  const { category } = props;
  const client = useQueryClient();
  const [name, setName] = useState(category?.name ?? '');
  const save = useMutation({
    mutationFn: () =>
      category
        ? call('PATCH /categories/:id', { path: { id: category.id }, body: { name } })
        : call('POST /categories', { body: { name } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['categories'] });
      props.onClose();
    },
  });
  const faultOf = useRefused(save.error, { name });
  const general = generalFault(save.error, ['name']);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog onClose={props.onClose} title={category ? 'Renomear categoria' : 'Nova categoria'}>
      <form onSubmit={submit} noValidate>
        <TextInput
          label="Nome"
          required
          data-autofocus
          maxLength={255}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={faultOf('name')}
        />
        {general && <ErrorNotice error={general} />}
        <Button type="submit" mt="lg" fullWidth loading={save.isPending}>
          Salvar
        </Button>
      </form>
    </Dialog>
  );
}
