import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SavedView } from '../../../../../src/panel/views/schema.ts';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';

/** Asks before a saved view is deleted, which may be used by the whole team. */
export function DeleteViewDialog({
  view: { id, name, shared },
  onClose,
}: {
  readonly view: Pick<SavedView, 'id' | 'name' | 'shared'>;
  readonly onClose: () => void;
}) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call('DELETE /views/:id', { path: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['views', 'sales'] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Apagar a visão ${name}?`}
      verb="Apagar visão"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        {shared ? 'Ela sai da lista de toda a equipe. ' : ''}Nenhuma venda muda: só os filtros e as colunas
        salvos com esse nome se perdem.
      </p>
    </ConfirmDialog>
  );
}
