// `node libs/single-table/bench/adoption/record.mjs [dynatable.mjs]`: records anew what other libraries store, for
// libs/single-table/src/adoption. Dynatable is no package of the registry: without a build of it, its items stay as they are.
import { readFileSync, writeFileSync } from 'node:fs';
import { mock } from 'node:test';
import { pathToFileURL } from 'node:url';
import * as lib from '@aws-sdk/lib-dynamodb';
import { Dynamo } from 'dynamodb-onetable/Dynamo';
import { Table as OneTable } from 'dynamodb-onetable';
import * as toolbox from 'dynamodb-toolbox';
import { Entity as ElectroEntity } from 'electrodb';
import { stubbedClient } from '../data-layer/stub.mjs';

const FILE = new URL('../../src/adoption/items.json', import.meta.url);
const NOW = Date.parse('2026-03-03T12:00:00.000Z');
mock.timers.enable({ apis: ['Date'], now: NOW });

/** Customers and orders with what keys get wrong: capitals, delimiters, escapes, numbers, and what an index lacks. */
const customers = [
  { customerId: 'C-1', email: 'Ada+Shop@Example.org', name: 'Ada' },
  { customerId: 'ÄRGER %41', email: 'x@y.org', name: 'Bob' },
];
const orders = [
  {
    customerId: 'C-1',
    orderId: 'a:b/c|d#1',
    number: 7,
    total: 129.95,
    status: 'OPEN',
    tags: ['new', 'Gift'],
  },
  { customerId: 'C-1', orderId: 'Z', number: 1042, total: 0, address: { city: 'Bern', zip: '3000' } },
];

async function recorded(stub, puts) {
  const items = [];
  for (const put of puts) {
    await put();
    items.push(JSON.parse(stub.lastBody).Item);
  }
  return items;
}

function electrodb() {
  const { client, stub } = stubbedClient();
  const documents = lib.DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  });
  const times = {
    createdAt: { type: 'number', default: () => Date.now(), readOnly: true },
    updatedAt: { type: 'number', watch: '*', default: () => Date.now(), set: () => Date.now() },
  };
  const entity = (name, attributes, indexes) =>
    new ElectroEntity(
      {
        model: { entity: name, version: '1', service: 'shop' },
        attributes: { ...attributes, ...times },
        indexes,
      },
      { client: documents, table: 'table' },
    );
  const required = { type: 'string', required: true };
  const customer = entity(
    'customer',
    { customerId: required, email: required, name: required },
    {
      primary: { pk: { field: 'pk', composite: ['customerId'] }, sk: { field: 'sk', composite: [] } },
      byEmail: {
        index: 'gsi1',
        pk: { field: 'gsi1pk', composite: ['email'], casing: 'upper' },
        sk: { field: 'gsi1sk', composite: [], casing: 'none' },
      },
    },
  );
  const order = entity(
    'order',
    {
      customerId: required,
      orderId: required,
      number: { type: 'number', required: true },
      total: { type: 'number' },
      status: { type: 'string' },
      tags: { type: 'list', items: { type: 'string' } },
      address: { type: 'map', properties: { city: { type: 'string' }, zip: { type: 'string' } } },
    },
    {
      primary: {
        pk: { field: 'pk', composite: ['customerId'] },
        sk: { field: 'sk', composite: ['orderId', 'number'] },
      },
      byStatus: {
        index: 'gsi1',
        pk: { field: 'gsi1pk', composite: ['status'] },
        sk: { field: 'gsi1sk', composite: ['number'] },
      },
    },
  );
  return recorded(stub, [
    ...customers.map((each) => () => customer.put(each).go()),
    ...orders.map((each) => () => order.put(each).go()),
  ]);
}

function dynamodbToolbox() {
  const { client, stub } = stubbedClient();
  const { Table, Entity, PutItemCommand, item, string, number, list, map } = toolbox;
  const key = (name) => ({ name, type: 'string' });
  const table = new Table({
    documentClient: lib.DynamoDBDocumentClient.from(client, {
      marshallOptions: { removeUndefinedValues: true },
    }),
    name: 'table',
    partitionKey: key('pk'),
    sortKey: key('sk'),
    indexes: { gsi1: { type: 'global', partitionKey: key('gsi1pk'), sortKey: key('gsi1sk') } },
  });
  const customer = new Entity({
    name: 'Customer',
    table,
    schema: item({
      customerId: string().key().savedAs('_id'),
      email: string(),
      name: string(),
    }).and(() => ({
      gsi1pk: string().link(({ email }) => `EMAIL#${email.toLowerCase()}`),
      gsi1sk: string().link(() => 'CUSTOMER'),
    })),
    computeKey: ({ customerId }) => ({ pk: `CUSTOMER#${customerId}`, sk: 'CUSTOMER' }),
  });
  const order = new Entity({
    name: 'Order',
    table,
    schema: item({
      customerId: string().key(),
      orderId: string().key(),
      number: number(),
      total: number().optional(),
      status: string().optional(),
      tags: list(string()).optional(),
      address: map({ city: string(), zip: string() }).optional(),
    }).and(() => ({
      gsi1pk: string()
        .optional()
        .link(({ status }) => status && `STATUS#${status}`),
      gsi1sk: string()
        .optional()
        .link(({ status, number: at }) => status && `ORDER#${String(at).padStart(8, '0')}`),
    })),
    computeKey: ({ customerId, orderId }) => ({ pk: `CUSTOMER#${customerId}`, sk: `ORDER#${orderId}` }),
  });
  const put = (entity) => (each) => () => entity.build(PutItemCommand).item(each).send();
  return recorded(stub, [...customers.map(put(customer)), ...orders.map(put(order))]);
}

const models = {
  Customer: {
    customerId: { type: String, required: true },
    email: { type: String, required: true },
    name: { type: String, required: true },
  },
  Order: {
    customerId: { type: String, required: true },
    orderId: { type: String, required: true },
    number: { type: Number, required: true },
    total: { type: Number },
    status: { type: String },
    tags: { type: Array, items: { type: String } },
    address: { type: Object, schema: { city: { type: String }, zip: { type: String } } },
  },
};
const template = (value) => ({ type: String, value });
const keys = {
  Customer: [
    { PK: template('Customer#${customerId}'), SK: template('Customer#') },
    { GSI1PK: template('Email#${email}'), GSI1SK: template('Customer#${customerId}') },
  ],
  Order: [
    { PK: template('Customer#${customerId}'), SK: template('Order#${orderId}') },
    { GSI1PK: template('Status#${status}'), GSI1SK: template('Number#${number}') },
  ],
};
const indexes = { primary: { hash: 'PK', sort: 'SK' }, gsi1: { hash: 'GSI1PK', sort: 'GSI1SK' } };

function oneTable() {
  const { client, stub } = stubbedClient();
  const withKeys = (name) => ({ ...keys[name][0], ...keys[name][1], ...models[name] });
  const table = new OneTable({
    client: new Dynamo({ client }),
    name: 'table',
    partial: false,
    schema: {
      format: 'onetable:1.1.0',
      version: '0.0.1',
      indexes: { ...indexes, gsi1: { ...indexes.gsi1, project: 'all' } },
      models: {
        Customer: { ...withKeys('Customer'), since: { type: Date } },
        Order: { ...withKeys('Order'), GSI1SK: template('Number#${number:8:0}'), due: { type: Date } },
      },
      params: { timestamps: true, isoDates: false, typeField: '_type' },
    },
  });
  const put = (name) => (each) => () => table.getModel(name).create(each, { exists: null });
  return recorded(stub, [
    ...customers.map((each) => put('Customer')({ ...each, since: new Date(NOW) })),
    ...orders.map((each) => put('Order')({ ...each, due: new Date(NOW) })),
  ]);
}

async function dynatable(path) {
  const { Table } = await import(pathToFileURL(path));
  const { client, stub } = stubbedClient();
  const model = (name) => ({ key: keys[name][0], index: keys[name][1], attributes: models[name] });
  const table = new Table({
    name: 'table',
    client,
    schema: {
      format: 'dynatable:1.0.0',
      version: '1.0.0',
      indexes,
      // Its templates must all be filled in: an index of it has every item.
      models: { Customer: model('Customer'), Order: model('Order') },
      params: { timestamps: true },
    },
  });
  const { Customer, Order } = table.entities;
  return recorded(stub, [
    ...customers.map((each) => () => Customer.put(each).execute()),
    ...orders.map((each) => () => Order.put({ status: 'DRAFT', ...each }).execute()),
  ]);
}

const before = JSON.parse(readFileSync(FILE, 'utf8'));
const [path] = process.argv.slice(2);
const after = {
  ...before,
  electrodb: await electrodb(),
  dynamodbToolbox: await dynamodbToolbox(),
  oneTable: await oneTable(),
  ...(path && { dynatable: await dynatable(path) }),
};
writeFileSync(FILE, JSON.stringify(after, null, 2) + '\n');
