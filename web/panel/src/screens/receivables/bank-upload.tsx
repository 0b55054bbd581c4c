import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { BankStatementRow } from '../../../../../src/panel/bank-statements/schema.ts';
import { call } from '../../api/call.ts';
import { dataUrlOf } from '../../api/data-url.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Fact, Facts } from '../../ui/screens/facts.tsx';
import { money, some } from '../../ui/text/format.ts';
import { dayText } from './receivable-words.ts';

/** Sends the statement of a bank account, and shows which of its money acquirers say they paid. */
export function BankUpload() {
  const client = useQueryClient();
  const file = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const send = useMutation({
    mutationFn: async (chosen: File) =>
      call('POST /bank-statements', { body: { file: await dataUrlOf(chosen) } }),
    onMutate: () => setOpen(true),
    onSuccess: () => client.invalidateQueries({ queryKey: ['bank-lines'] }),
  });
  return (
    <>
      <Button variant="default" loading={send.isPending} onClick={() => file.current?.click()}>
        Enviar extrato do banco
      </Button>
      <input
        ref={file}
        hidden
        type="file"
        accept=".ofx,.ofc,application/x-ofx"
        aria-label="Extrato do banco, em OFX"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) send.mutate(chosen);
          currentTarget.value = '';
        }}
      />
      {open && !send.isPending && (
        <Dialog title="Extrato do banco" onClose={() => setOpen(false)}>
          {send.isError && <ErrorNotice error={send.error} />}
          {send.data?.items.map((one) => (
            <Checked key={one.account} statement={one} />
          ))}
          {send.isSuccess && (
            <Link to="/recebimentos/banco" onClick={() => setOpen(false)}>
              Ver as linhas do extrato
            </Link>
          )}
          <Button mt="lg" fullWidth onClick={() => setOpen(false)}>
            Fechar
          </Button>
        </Dialog>
      )}
    </>
  );
}

function Checked({ statement }: { readonly statement: BankStatementRow }) {
  const { account, from, to, added, known, unread, matched, matchedSum, open, openSum } = statement;
  return (
    <Facts>
      <Fact label="Conta" value={account} />
      <Fact label="Período" value={`${dayText(from)} a ${dayText(to)}`} />
      <Fact label="Lidas" value={`${some(added, 'nova', 'novas')}, ${some(known, 'já lida', 'já lidas')}`} />
      <Fact
        label="São pagamentos de adquirentes"
        value={`${some(matched, 'entrada', 'entradas')}: ${money(matchedSum)}`}
      />
      <Fact
        label="Sem pagamento correspondente"
        value={`${some(open, 'entrada', 'entradas')}: ${money(openSum)}`}
      />
      {unread > 0 && <Fact label="Não puderam ser lidas" value={some(unread, 'linha', 'linhas')} />}
    </Facts>
  );
}
