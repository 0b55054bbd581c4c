import { Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SettingsAnswer } from '../../../../../src/panel/settings/schema.ts';
import { call } from '../../api/call.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useRefused } from '../../ui/forms/use-refused.ts';
import { SettingsCard } from './settings-card.tsx';
import { SETTINGS_KEY } from './settings-key.ts';

type Mail = SettingsAnswer['mails']['chosen'][number];

const CHOICES: readonly { readonly mail: Mail; readonly label: string; readonly description: string }[] = [
  {
    mail: 'link_payment',
    label: 'Pagamento por link',
    description: 'Quando um comprador paga um link ou uma página de pagamento',
  },
  {
    mail: 'payment',
    label: 'Todas as outras vendas pagas',
    description: 'Do seu sistema, do caixa e das cobranças mensais: podem ser muitas',
  },
  { mail: 'refund', label: 'Estornos', description: 'Quando um valor volta ao comprador' },
  {
    mail: 'failed_notices',
    label: 'Avisos que não chegaram',
    description: 'No máximo um e-mail por dia',
  },
  {
    mail: 'dispute',
    label: 'Disputas',
    description: 'Quando uma venda é contestada, e 5, 2 e 1 dias antes do fim do prazo',
  },
  {
    mail: 'receipt',
    label: 'Boleto e comprovante para o comprador',
    description: 'Nas vendas que trazem o e-mail do comprador, em nome da sua loja',
  },
  {
    mail: 'charge_in_days',
    label: 'Lembrete ao cliente 3 dias antes da cobrança mensal',
    description: 'Aos clientes com e-mail, em nome da sua loja',
  },
  { mail: 'charge_tomorrow', label: 'Lembrete ao cliente na véspera', description: 'Como o anterior' },
  {
    mail: 'charge_refused',
    label: 'Cobrança mensal recusada',
    description: 'Ao cliente, com o dia da próxima tentativa e o link para outro cartão, se houver um aberto',
  },
];

/** What the shop, and its buyers, are told by e-mail. */
export function MailSettings({ shop, mails }: Pick<SettingsAnswer, 'shop' | 'mails'>) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState(mails.chosen);
  const [accountant, setAccountant] = useState(mails.accountantEmail ?? '');
  const save = useMutation({
    mutationFn: () =>
      call('PATCH /settings/mails', { body: { mails: [...chosen], accountantEmail: accountant } }),
    onSuccess: (saved) => client.setQueryData(SETTINGS_KEY, saved),
  });
  const faultOf = useRefused(save.error, { accountantEmail: accountant });
  return (
    <SettingsCard title="E-mails" save={save} fields={['accountantEmail']}>
      <p className="soft">{addressText(shop)}</p>
      {!mails.enabled && (
        <Notice tone="wait">
          O envio de e-mails ainda não foi configurado por quem opera este Guichê. O que você escolher vale
          assim que for.
        </Notice>
      )}
      {CHOICES.map(({ mail, label, description }) => (
        <Switch
          key={mail}
          mt="md"
          label={label}
          description={description}
          checked={chosen.includes(mail)}
          onChange={(event) =>
            setChosen(event.currentTarget.checked ? [...chosen, mail] : chosen.filter((one) => one !== mail))
          }
        />
      ))}
      <TextInput
        mt="md"
        type="email"
        label="E-mail do contador"
        description="Recebe no dia 1º a planilha com as vendas do mês que terminou, sem nome nem CPF de compradores. Vazio: não é enviada"
        value={accountant}
        error={faultOf('accountantEmail')}
        onChange={(event) => setAccountant(event.currentTarget.value)}
      />
    </SettingsCard>
  );
}

function addressText({ email }: SettingsAnswer['shop']): string {
  return email === null ? 'Informe o e-mail da loja, acima, para receber.' : `Os da loja vão para ${email}.`;
}
