import { Button, Progress, Radio, Select } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useMe } from '../../session/session.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { downloadSales } from './download-sales.ts';
import { lastMonths } from './period.ts';
import type { SaleSearch } from './sale-search.ts';

const MONTHS = 24;

interface DialogProps {
  readonly search: SaleSearch;
  /** Of the list, in its order. */
  readonly columns: readonly string[];
  readonly onClose: () => void;
}

/** Which sales go into the file, and which kind of file. Shows how far a long one has come, and lets it be given up. */
export function ExportDialog({ search, columns, onClose }: DialogProps) {
  const { timeZone } = useMe();
  const [months] = useState(() => lastMonths(new Date(), timeZone, MONTHS));
  const [which, setWhich] = useState<'list' | 'month'>('list');
  const [month, setMonth] = useState(months[1]?.value ?? '');
  const [ending, setEnding] = useState<'xlsx' | 'csv'>('xlsx');
  const [received, setReceived] = useState(0);
  const [stop] = useState(() => new AbortController());
  useEffect(() => () => stop.abort(), [stop]);
  const download = useMutation({
    mutationFn: () => {
      const chosen = months.find(({ value }) => value === month);
      const query =
        which === 'month' && chosen
          ? { from: chosen.from, to: chosen.to, ...(search.person ? { person: search.person } : {}) }
          : { ...search, columns: columns.join(',') };
      return downloadSales(ending, query, { signal: stop.signal, onReceived: setReceived });
    },
    onSuccess: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    download.mutate();
  };
  return (
    <Dialog onClose={onClose} title="Exportar vendas">
      <form onSubmit={submit}>
        <Radio.Group
          label="Quais vendas"
          value={which}
          onChange={(value) => setWhich(value === 'month' ? 'month' : 'list')}
        >
          <Radio mt="xs" value="list" label="As da lista, com os filtros e as colunas da tela" />
          <Radio mt="xs" value="month" label="Um mês inteiro com todas as colunas, para a contabilidade" />
        </Radio.Group>
        {which === 'month' && (
          <Select
            mt="sm"
            label="Mês"
            data={months.map(({ value, label }) => ({ value, label }))}
            value={month}
            allowDeselect={false}
            onChange={(value) => setMonth(value ?? month)}
          />
        )}
        <Radio.Group
          mt="md"
          label="Arquivo"
          value={ending}
          onChange={(value) => setEnding(value === 'csv' ? 'csv' : 'xlsx')}
        >
          <Radio mt="xs" value="xlsx" label="Planilha (XLSX), para Excel, LibreOffice e Google Planilhas" />
          <Radio mt="xs" value="csv" label="Texto (CSV), para outros sistemas" />
        </Radio.Group>
        {download.isError && (
          <div style={{ marginTop: 14 }}>
            <Notice tone="bad">{download.error.message}</Notice>
          </div>
        )}
        {download.isPending && (
          <div style={{ marginTop: 14 }} role="status">
            <Progress value={100} animated aria-label="Preparando o arquivo" />
            <p className="soft">
              {received === 0 ? 'Preparando o arquivo…' : `Recebidos ${megabytes(received)} até agora…`}
            </p>
          </div>
        )}
        <Button type="submit" mt="md" fullWidth loading={download.isPending}>
          Baixar
        </Button>
        {download.isPending && (
          <Button mt="xs" variant="default" fullWidth onClick={onClose}>
            Cancelar
          </Button>
        )}
      </form>
    </Dialog>
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} MB`;
}
