export { AddressBody, AddressRecord, readAddress, writeAddress } from './address.ts';
export { personOperations } from './routes.ts';
export { ListedPerson, writeListedPerson } from './wire.ts';
