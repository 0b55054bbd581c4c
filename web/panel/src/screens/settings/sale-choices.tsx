import { Radio } from '@mantine/core';

type Choice = 'lateApproval' | 'retryGuard';

/** What the shop wants done with late approvals, and with cards that were tried too often. */
export function SaleChoices({
  values,
  set,
}: {
  readonly values: Readonly<Record<Choice, string>>;
  set(name: Choice, value: string): void;
}) {
  return (
    <>
      <Radio.Group
        mt="md"
        label="Aprovação que chega tarde"
        description="Quando a adquirente aprova uma venda que já tinha sido dada como não aprovada"
        value={values.lateApproval}
        onChange={(value) => set('lateApproval', value)}
      >
        <Radio mt="xs" value="accept" label="Aceitar a venda" />
        <Radio mt="xs" value="undo" label="Devolver o dinheiro" />
      </Radio.Group>
      <Radio.Group
        mt="md"
        label="Cartão tentado vezes demais"
        description="Visa, Mastercard e Elo cobram da loja por tentativas acima do limite, e depois de uma recusa definitiva"
        value={values.retryGuard}
        onChange={(value) => set('retryGuard', value)}
      >
        <Radio mt="xs" value="warn" label="Tentar assim mesmo e avisar na venda" />
        <Radio mt="xs" value="block" label="Não tentar: a venda é recusada sem ir à adquirente" />
      </Radio.Group>
    </>
  );
}
