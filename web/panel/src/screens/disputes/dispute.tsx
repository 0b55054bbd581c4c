import { Button, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { DisputeStepName, ShownDispute } from '../../../../../src/panel/disputes/schema.ts';
import { call } from '../../api/call.ts';
import { downloadFile } from '../../api/download-file.ts';
import { useFormats, useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Badge } from '../../ui/feedback/status.tsx';
import { BackLink } from '../../ui/screens/back-link.tsx';
import { Fact, Facts } from '../../ui/screens/facts.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { money } from '../../ui/text/format.ts';
import { Icon } from '../../ui/text/icon.tsx';
import { DisputeFiles } from './dispute-files.tsx';
import {
  DISPUTE_LOOKS,
  dayText,
  deadlineText,
  KIND_LABELS,
  MONEY_LABELS,
  STEP_WORDS,
} from './dispute-words.ts';
import styles from './disputes.module.css';
import { StepDialog } from './step-dialog.tsx';

/** One dispute: what is known of it, what the shop says, what was answered and what came of it. */
export function DisputeScreen() {
  const { id } = useParams({ from: '/inside/disputas/$id' });
  const found = useQuery({
    queryKey: ['dispute', id],
    queryFn: ({ signal }) => call('GET /disputes/:id', { path: { id }, signal }),
  });
  if (found.error) return <ErrorNotice error={found.error} onRetry={() => found.refetch()} />;
  return found.data ? <Shown dispute={found.data} /> : <Loading />;
}

function Shown({ dispute }: { readonly dispute: ShownDispute }) {
  const mayAct = useMay('sales.refund');
  const mayExport = useMay('sales.export');
  const download = useMutation({
    mutationFn: () =>
      downloadFile(`/disputes/${dispute.id}/evidence.pdf`, {}, `${dispute.transactionId}.pdf`),
  });
  const formats = useFormats();
  const [step, setStep] = useState<DisputeStepName>();
  const { kind, amount, state } = dispute;
  return (
    <>
      <BackLink to="/disputas" label="Disputas" />
      <ScreenHead title={`${KIND_LABELS[kind]} de ${money(amount)}`}>
        <Badge {...DISPUTE_LOOKS[state]} />
        {mayExport && (
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            Baixar o dossiê
          </Button>
        )}
      </ScreenHead>
      {download.isError && <ErrorNotice error={download.error} />}
      <Sheet>
        <Section title="O que se sabe">
          <Facts>
            <Fact
              label="Venda"
              value={
                <Link to="/vendas/$id" params={{ id: dispute.transactionId }}>
                  {dispute.referenceId ?? 'Ver a venda'}
                </Link>
              }
            />
            <Fact label="Prazo da resposta" value={deadlineText(dispute)} />
            <Fact label="Código do motivo" value={dispute.reasonCode} />
            <Fact label="Motivo" value={dispute.reason} wide />
            <Fact label="Processo" value={dispute.process} copy={dispute.process} />
            <Fact label="Avisada em" value={dayText(dispute.notifiedDay)} />
            <Fact label="Adquirente" value={dispute.provider} />
            <Fact
              label="Dinheiro"
              value={[MONEY_LABELS[dispute.money], dispute.moneyDay && `em ${dayText(dispute.moneyDay)}`]
                .filter(Boolean)
                .join(' ')}
            />
          </Facts>
        </Section>
        {dispute.answer !== null && (
          <Section title="O que foi respondido">
            <p className={styles.answer}>{dispute.answer}</p>
            <p className="soft">
              {[dispute.answeredAt && formats.full(dispute.answeredAt), dispute.answeredBy]
                .filter(Boolean)
                .join(', por ')}
            </p>
          </Section>
        )}
        {mayAct && dispute.steps.length > 0 && (
          <Section title="O que aconteceu agora?">
            <div className={styles.actions}>
              {dispute.steps.map((one) => (
                <Button
                  key={one}
                  variant={one === 'answer' ? 'filled' : 'default'}
                  onClick={() => setStep(one)}
                >
                  {STEP_WORDS[one].verb}
                </Button>
              ))}
            </div>
          </Section>
        )}
        {kind !== 'fraud_alert' && <Statement dispute={dispute} readOnly={!mayAct} />}
        {kind !== 'fraud_alert' && <DisputeFiles dispute={dispute} readOnly={!mayAct} />}
      </Sheet>
      {step && <StepDialog dispute={dispute} step={step} onClose={() => setStep(undefined)} />}
    </>
  );
}

function Statement({ dispute, readOnly }: { readonly dispute: ShownDispute; readonly readOnly: boolean }) {
  const { id } = dispute;
  const [typed, setTyped] = useState(dispute.statement ?? '');
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      call('POST /disputes/:id/statement', { path: { id }, body: { statement: typed.trim() } }),
    onSuccess: (saved) => client.setQueryData(['dispute', id], saved),
  });
  return (
    <Section title="O que a loja diz">
      <Textarea
        label="Conte a venda com as suas palavras"
        description="O que foi vendido, como e quando foi entregue, o que o comprador disse. Vai no dossiê da disputa."
        autosize
        minRows={4}
        maxLength={4000}
        readOnly={readOnly}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {save.isError && <ErrorNotice error={save.error} />}
      {!readOnly && (
        <Button
          mt="sm"
          variant="default"
          disabled={typed.trim() === (dispute.statement ?? '') || typed.trim() === ''}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          Salvar o texto
        </Button>
      )}
    </Section>
  );
}
