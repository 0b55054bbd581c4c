import Type from 'typebox';
import { compileReader, FieldFault } from '../../../platform/index.ts';
import { type Device, transactionRefuse } from '../record/index.ts';
import type { SentBuyer } from '../sale/new-transaction.ts';
import { fieldRefusal } from './field-refusal.ts';
import { DeviceBody, type NewTransactionBody } from './schema.ts';

const readDevice = compileReader(Type.Object({ device: DeviceBody }));
const readFields = Object.entries(DeviceBody.properties).map(([name, field]) =>
  compileReader(Type.Object({ [name]: Type.Optional(field) })),
);

/** The buyer's browser: with 3-D Secure every field of it is required, and the first fault is told. */
export function readBuyer({ userAgent, device }: NewTransactionBody): SentBuyer {
  return {
    isSent: userAgent !== undefined || !isAbsent(device),
    complete: () => {
      if (userAgent === undefined) throw transactionRefuse('user_agent_required', { field: 'userAgent' });
      return { userAgent, ...completeDevice(device) };
    },
  };
}

/** Every field that can be read, for the answer; undefined for what is no object. */
export function readableDevice(device: unknown): Partial<Device> | undefined {
  if (typeof device !== 'object' || device === null || Array.isArray(device)) return undefined;
  return Object.assign({}, ...readFields.map((read) => valueOr(() => read(device), {})));
}

function completeDevice(device: unknown): Device {
  try {
    return readDevice({ device }).device;
  } catch (error) {
    if (error instanceof FieldFault) throw fieldRefusal(error);
    throw error;
  }
}

function valueOr<Value, Other>(read: () => Value, other: Other): Value | Other {
  try {
    return read();
  } catch (error) {
    if (error instanceof FieldFault) return other;
    throw error;
  }
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
