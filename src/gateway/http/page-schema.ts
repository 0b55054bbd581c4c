import Type from 'typebox';
import { optionalText as text } from '../../platform/http/index.ts';
import { ShortRecord } from './schema.ts';

const ListedRecord = Type.Object(
  {
    ...ShortRecord.properties,
    referenceId: text(),
    capturedAmount: text('Centavos'),
    refundedAmount: text('Centavos'),
  },
  { title: 'ListedTransaction' },
);

export const TransactionPage = Type.Object(
  { transactions: Type.Array(ListedRecord), cursor: text('Da página seguinte; ausente na última') },
  { title: 'TransactionPage' },
);
