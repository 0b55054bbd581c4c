import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog.tsx';
import { useStepUp } from './step-up.tsx';

/** Removes the second factor of somebody who lost it. */
export function RemoveFactorDialog(props: {
  readonly name: string;
  readonly remove: () => Promise<unknown>;
  readonly onRemoved: () => unknown;
  readonly onClose: () => void;
}) {
  const withStepUp = useStepUp();
  const remove = useMutation({
    mutationFn: () => withStepUp(props.remove),
    onSuccess: async () => {
      await props.onRemoved();
      props.onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Remover o segundo fator?"
      verb="Remover segundo fator"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={props.onClose}
    >
      <p>
        Para quem perdeu o celular ou a chave, e também os códigos de recuperação. Antes, confirme que o
        pedido é mesmo de {props.name}.
      </p>
      <p>
        O aplicativo, as chaves de acesso e os códigos deixam de valer, e todas as sessões acabam. A senha
        continua a mesma: com ela {props.name} entra e ativa outro segundo fator.
      </p>
    </ConfirmDialog>
  );
}
