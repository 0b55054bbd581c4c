import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SettingsAnswer } from '../../../../../src/panel/settings/schema.ts';
import { call } from '../../api/call.ts';
import { useFaults } from '../../ui/forms/use-faults.ts';
import { useFields } from '../../ui/forms/use-fields.ts';
import { FieldGrid } from '../../ui/screens/form-screen.tsx';
import { SaleChoices } from './sale-choices.tsx';
import { SettingsCard } from './settings-card.tsx';
import { SETTINGS_KEY } from './settings-key.ts';

const FIELDS = ['statementName', 'postBackUrl', 'pixDiscount', 'postbackDelaySeconds'];

/** Defaults for sales that do not send these fields. */
export function SalesSettings({ sales }: { readonly sales: SettingsAnswer['sales'] }) {
  const client = useQueryClient();
  const form = useFields({
    statementName: sales.statementName ?? '',
    postBackUrl: sales.postBackUrl ?? '',
    pixDiscount: (sales.pixDiscount / 100) as string | number,
    postbackDelaySeconds: sales.postbackDelaySeconds as string | number,
    extraPostbacks: sales.extraPostbacks,
    lateApproval: sales.lateApproval as string,
    retryGuard: sales.retryGuard as string,
    failover: sales.failover === 'on',
  });
  const save = useMutation({
    mutationFn: () => {
      const {
        statementName,
        postBackUrl,
        pixDiscount,
        extraPostbacks,
        postbackDelaySeconds,
        lateApproval,
        retryGuard,
        failover,
      } = form.values;
      return call('PATCH /settings/sales', {
        body: {
          statementName,
          postBackUrl,
          pixDiscount: Math.round(Number(pixDiscount) * 100),
          extraPostbacks,
          postbackDelaySeconds: Number(postbackDelaySeconds),
          lateApproval: lateApproval === 'undo' ? 'undo' : 'accept',
          retryGuard: retryGuard === 'block' ? 'block' : 'warn',
          failover: failover ? 'on' : 'off',
        },
      });
    },
    onSuccess: (saved) => client.setQueryData(SETTINGS_KEY, saved),
  });
  const { faultOf } = useFaults({ values: form.values, fields: FIELDS, missing: {}, save });
  return (
    <SettingsCard title="Vendas e avisos" save={save} fields={FIELDS}>
      <FieldGrid>
        <TextInput
          label="Nome na fatura"
          description="O que o comprador lê na fatura, se a venda não disser outro"
          maxLength={18}
          {...form.text('statementName')}
          error={faultOf('statementName')}
        />
        <TextInput
          label="Endereço dos avisos"
          description="Recebe os avisos das vendas que não dizem outro"
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={300}
          {...form.text('postBackUrl')}
          error={faultOf('postBackUrl')}
        />
        <NumberInput
          label="Desconto no Pix, em %"
          description="Nos links que não dizem outro; 0 para nenhum"
          min={0}
          max={90}
          decimalScale={2}
          decimalSeparator=","
          hideControls
          {...form.number('pixDiscount')}
          error={faultOf('pixDiscount')}
        />
        <NumberInput
          label="Espera do primeiro aviso, em segundos"
          description="Para sua loja guardar a resposta antes de o aviso chegar"
          min={0}
          max={60}
          allowDecimal={false}
          hideControls
          {...form.number('postbackDelaySeconds')}
          error={faultOf('postbackDelaySeconds')}
        />
      </FieldGrid>
      <Checkbox
        mt="md"
        label="Avisar também devoluções, contestações e prazos de captura"
        description="Esses avisos trazem um campo type; ative depois que o programa da loja souber lê-los"
        checked={form.values.extraPostbacks}
        onChange={({ currentTarget }) => form.set('extraPostbacks', currentTarget.checked)}
      />
      <Checkbox
        mt="md"
        label="Tentar na segunda adquirente quando a primeira não cobrou"
        description="Só nas rotas que têm mais de uma conta, e nunca quando a primeira pode ter cobrado"
        checked={form.values.failover}
        onChange={({ currentTarget }) => form.set('failover', currentTarget.checked)}
      />
      <SaleChoices values={form.values} set={form.set} />
    </SettingsCard>
  );
}
