import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CategoryRow } from '../../../../../src/panel/categories/schema.ts';
import { call } from '../../api/call.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { say } from '../../ui/feedback/said.tsx';

/** Asks before a category is deleted. */
export function DeleteCategoryDialog({
  category: { id, name },
  onClose,
}: {
  readonly category: CategoryRow;
  readonly onClose: () => void;
}) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call('DELETE /categories/:id', { path: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['categories'] });
      say('Categoria excluída.');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Excluir a categoria ${name}?`}
      verb="Excluir categoria"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>Só uma categoria sem produtos pode ser excluída. As vendas já feitas não mudam.</p>
    </ConfirmDialog>
  );
}
