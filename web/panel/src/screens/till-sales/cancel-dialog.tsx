import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { TillSale } from '../../../../../src/panel/till/schema.ts';
import { call } from '../../api/call.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { generalFault } from '../../ui/forms/field-faults.ts';
import { useRefused } from '../../ui/forms/use-refused.ts';
import { money } from '../../ui/text/format.ts';

/** Refunds a sale, or ends one that waits for payment. */
export function CancelDialog({ sale, onClose }: { readonly sale: TillSale; readonly onClose: () => void }) {
  const client = useQueryClient();
  const withStepUp = useStepUp();
  const [technicalPassword, setTechnicalPassword] = useState('');
  const asksPassword = !sale.mayGiveUp && sale.cancel.technicalPassword;
  const path = { id: sale.id };
  const cancel = useMutation({
    mutationFn: () =>
      sale.mayGiveUp
        ? call('POST /till/sales/:id/give-up', { path })
        : withStepUp(() =>
            call('POST /till/sales/:id/cancel', {
              path,
              body: asksPassword ? { technicalPassword, autoStart: true } : {},
            }),
          ),
    onSuccess: async (saved) => {
      client.setQueryData(['till-sale', String(sale.id)], saved);
      onClose();
      await client.invalidateQueries({ queryKey: ['sales'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    cancel.mutate();
  };
  const faultOf = useRefused(cancel.error, { technicalPassword });
  const general = generalFault(cancel.error, ['technicalPassword']);
  return (
    <Dialog
      onClose={onClose}
      title={sale.mayGiveUp ? 'Desistir da venda?' : `Cancelar a venda de ${money(sale.finalValue)}?`}
    >
      <form onSubmit={submit} noValidate>
        <p>{effectOf(sale)}</p>
        {asksPassword && (
          <PasswordInput
            label="Senha técnica"
            required
            data-autofocus
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            value={technicalPassword}
            onChange={(event) => setTechnicalPassword(event.currentTarget.value)}
            error={faultOf('technicalPassword')}
            visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou esconder a senha técnica' }}
          />
        )}
        {general && <ErrorNotice error={general} />}
        <Button type="submit" mt="lg" fullWidth color="var(--wrong)" loading={cancel.isPending}>
          {sale.mayGiveUp ? 'Desistir' : 'Cancelar venda'}
        </Button>
        <Button mt="xs" fullWidth variant="subtle" onClick={onClose}>
          Voltar
        </Button>
      </form>
    </Dialog>
  );
}

function effectOf(sale: TillSale): string {
  if (sale.mayGiveUp && sale.isPix)
    return 'Nada foi pago ainda. O Pix é removido, e ninguém mais pode pagá-lo.';
  if (sale.mayGiveUp)
    return 'Nada foi cobrado ainda. Se o cartão passar agora, a maquininha desfaz a cobrança.';
  if (sale.cancel.technicalPassword) {
    return 'A maquininha devolve o valor ao cartão. Só no mesmo dia da venda.';
  }
  if (sale.isPix) return 'O valor volta por Pix a quem pagou: não devolva dinheiro.';
  if (sale.transactionId !== null) return 'O valor volta ao cartão pelo gateway: não devolva dinheiro.';
  return 'A venda é cancelada aqui; devolva o dinheiro ao cliente.';
}
