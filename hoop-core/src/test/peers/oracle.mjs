// What PostgreSQL's own parser says of texts, in the words of docs/sql-classification.md. It reads the parse tree and nothing
// else, so that it shares with the scanner under test only the meaning of the words and the table of functions.
//
// Reads one text per line, each a JSON string, and answers each with one line: "error", or the statements' verdicts, separated
// by "|": start,end,operation,effects,reads,writes with "+" between names and "-" for none. Offsets are in UTF-16 units.
//
// usage: node oracle.mjs TABLE_OF_FUNCTIONS
import {createInterface} from 'node:readline';
import {readFileSync} from 'node:fs';
import pg from 'libpg-query';

await pg.loadModule();

const ORDER = ['show', 'select', 'begin', 'savepoint', 'commit', 'rollback', 'set', 'lock', 'call', 'other', 'insert', 'update',
  'create', 'alter', 'revoke', 'grant', 'delete', 'truncate', 'drop'];

const WHOLE = ['OBJECT_TABLE', 'OBJECT_INDEX', 'OBJECT_SEQUENCE', 'OBJECT_VIEW', 'OBJECT_MATVIEW', 'OBJECT_FOREIGN_TABLE'];

const functions = new Map();
const syntax = new Set();
for (const line of readFileSync(process.argv[2], 'utf8').split('\n')) {
  const match = /^(\w+): (.*)$/.exec(line);
  if (['syntax', 'infix'].includes(match?.[1])) for (const word of match[2].split(' ')) syntax.add(word);
  if (match && !['reserved', 'syntax', 'infix', 'suffix', 'closed', 'pair'].includes(match[1])) {
    for (const name of match[2].split(' ')) functions.set(name, match[1]);
  }
}

// The parser takes it, and the server never does.
class Refused extends Error {}

class Statement {
  constructor(bytes, text) {
    this.bytes = bytes;
    this.text = text;
    this.effects = new Set();
    this.reads = new Set();
    this.writes = new Set();
    this.unknown = false;
    this.scope = [];
    this.noCalls = false;
  }

  effect(word) {
    if (word === 'unknown') this.unknown = true;
    else if (word !== 'read') this.effects.add(word);
  }

  name(range) {
    return (range.schemaname ? range.schemaname + '.' : '') + range.relname;
  }

  write(range) {
    if (range) this.writes.add(this.name(range));
  }

  quoted(location) {
    const at = this.bytes.toString('utf8', location ?? 0, (location ?? 0) + 3);
    return at.startsWith('"') || /^u&"/i.test(at);
  }

  // A table that is spelled otherwise than the name in WITH is listed all the same: see the document.
  read(range) {
    if (!range) return;
    if (!range.schemaname) {
      const quoted = this.quoted(range.location);
      if (this.scope.some(n => n.name === range.relname && n.quoted === quoted)) return;
    }
    this.reads.add(this.name(range));
  }

  call(names, location) {
    const name = names[names.length - 1];
    const schema = names.length > 1 ? names[names.length - 2] : undefined;
    for (const middle of names.slice(1, -1)) this.attribute(middle, false);
    const word = functions.get(name);
    if (word && word !== 'read') this.effect(word);
    else if (word && (!schema || schema === 'pg_catalog' || schema === 'sys')) return;
    else if (location !== undefined && /^treat[\s(/-]/i.test(this.bytes.toString('utf8', location, location + 6))) return;
    else if (!this.noCalls) this.effect('call');
  }

  attribute(name, certain) {
    if (this.noCalls && !certain) return;
    const word = functions.get(name);
    if (word && word !== 'read') this.effect(word);
    else if (certain && !word && !this.noCalls) this.effect('call');
  }

  indirection(items, first) {
    let certain = first;
    for (const item of items ?? []) {
      if (item.String) {
        this.attribute(item.String.sval, certain);
        certain = false;
      } else if (item.A_Indices) {
        this.walk(item);
        certain = true;
      }
    }
  }

  withScope(clause, body) {
    const outer = this.scope;
    this.scope = [...outer];
    const names = (clause?.ctes ?? []).map(c => ({
      name: c.CommonTableExpr.ctename, quoted: this.quoted(c.CommonTableExpr.location), query: c.CommonTableExpr}));
    if (clause?.recursive) this.scope.push(...names);
    for (const name of names) {
      this.walk(name.query.ctequery);
      if (!clause.recursive) this.scope.push(name);
    }
    body();
    this.scope = outer;
  }

  walk(node) {
    if (Array.isArray(node)) {
      for (const one of node) this.walk(one);
    } else if (node && typeof node === 'object') {
      for (const [key, value] of Object.entries(node)) {
        if (typeof this['on' + key] === 'function') this['on' + key](value);
        else this.walk(value);
      }
    }
  }

  quiet(body) {
    const outer = this.noCalls;
    this.noCalls = true;
    body();
    this.noCalls = outer;
  }

  onRangeVar(range) { this.read(range); }

  onSelectStmt(s, inInsert = false) {
    this.withScope(s.withClause, () => {
      if (s.op && s.op !== 'SETOP_NONE') {
        this.onSelectStmt(s.larg, inInsert);
        this.onSelectStmt(s.rarg, inInsert);
      } else if (!(s.valuesLists && inInsert)) {
        this.effect('select');
      }
      if (s.intoClause) {
        this.effect('create');
        this.write(s.intoClause.rel);
      }
      if (s.lockingClause) this.effect('lock');
      const {withClause, larg, rarg, intoClause, lockingClause, ...rest} = s;
      this.walk(rest);
    });
  }

  onInsertStmt(s) {
    this.withScope(s.withClause, () => {
      this.effect('insert');
      this.write(s.relation);
      if (s.onConflictClause?.action === 'ONCONFLICT_UPDATE') this.effect('update');
      if (s.selectStmt) this.onSelectStmt(s.selectStmt.SelectStmt, true);
      const {withClause, relation, selectStmt, ...rest} = s;
      this.walk(rest);
    });
  }

  change(s, effect) {
    this.withScope(s.withClause, () => {
      if (effect) this.effect(effect);
      this.write(s.relation);
      const {withClause, relation, ...rest} = s;
      this.walk(rest);
    });
  }

  onUpdateStmt(s) { this.change(s, 'update'); }
  onDeleteStmt(s) { this.change(s, 'delete'); }

  onMergeStmt(s) {
    const words = {CMD_INSERT: 'insert', CMD_UPDATE: 'update', CMD_DELETE: 'delete'};
    for (const w of s.mergeWhenClauses) {
      const word = words[w.MergeWhenClause.commandType];
      if (word) this.effect(word);
    }
    this.merges = true;
    this.change(s);
  }

  onFuncCall(f) {
    const names = f.funcname.map(n => n.String.sval);
    if (f.funcformat !== 'COERCE_SQL_SYNTAX') this.call(f === this.table ? names.slice(-2) : names, f.location);
    const {funcname, ...rest} = f;
    this.walk(rest);
  }

  onColumnRef(c) {
    for (const field of c.fields.slice(1)) if (field.String) this.attribute(field.String.sval, false);
  }

  onA_Indirection(i) {
    this.walk(i.arg);
    const first = i.indirection[0];
    this.indirection(i.indirection, !!first.String);
  }

  onResTarget(t) {
    this.indirection(t.indirection, false);
    this.walk(t.val);
  }

  // Where a table stands, only the last of a function's names can be one; in expressions the scanner looks at each behind a dot.
  onRangeFunction(f) {
    if (!f.is_rowsfrom) this.table = f.functions[0]?.List?.items[0]?.FuncCall;
    this.walk(f.functions);
    this.quiet(() => this.walk(f.coldeflist));
  }

  // A class of operators with parameters looks like a call, unless its name is a word of the language.
  onIndexElem(e) {
    const names = e.opclass?.map(n => n.String.sval);
    const word = names?.length === 1 && (syntax.has(names[0]) || (e.expr && ['filter', 'over'].includes(names[0])));
    if (e.opclassopts && !word) this.call(names, undefined);
    for (const {DefElem: option} of e.opclassopts ?? []) {
      this.typeCall(option.arg?.TypeName);
      if (option.defnamespace) this.attribute(option.defname, false);
      for (const name of option.arg?.TypeName?.names?.slice(1) ?? []) this.attribute(name.String.sval, false);
    }
    this.walk(e);
  }

  onTypeName(t) { this.walk(t.typmods); }

  // A literal "type(1) 'x'" is told from a call by what follows it only: the scanner takes it for a call.
  onTypeCast(c) {
    if (c.location === -1) {
      this.typeCall(c.typeName);
      for (const name of c.typeName.names.slice(1)) this.attribute(name.String.sval, false);
    }
    this.walk([c.typeName?.typmods, c.arg]);
  }

  typeCall(type) {
    if (type?.typmods) this.call(type.names.map(n => n.String.sval), undefined);
  }

  onoutput(o) { this.typeCall(o.typeName); }

  // Types of columns with parameters, among expressions.
  onRangeTableFuncCol(c) {
    this.typeCall(c.typeName);
    this.walk([c.typeName?.typmods, c.colexpr, c.coldefexpr]);
  }

  onJsonTableColumn(c) {
    this.typeCall(c.typeName);
    this.walk([c.typeName?.typmods, c.pathspec, c.columns, c.on_empty, c.on_error]);
  }

  onColumnDef(c) {
    this.quiet(() => this.typeCall(c.typeName));
    this.walk([c.typeName?.typmods, c.raw_default, c.constraints]);
  }

  onConstraint(c) {
    const {pktable, ...rest} = c;
    this.write(pktable);
    this.walk(rest);
  }

  onTableLikeClause(c) { this.read(c.relation); }

  onRangeTableSample(s) {
    this.walk(s.relation);
    this.walk(s.args);
    this.walk(s.repeatable);
  }

  onCopyStmt(s) {
    if (s.relation) this.effect(s.is_from ? 'insert' : 'select');
    if (s.is_from) this.write(s.relation); else this.read(s.relation);
    if (s.is_program) this.effect('unknown');
    // The file without a name is not in the tree.
    else if (s.filename || !/\bstd(in|out)\b/i.test(this.text)) this.effect('other');
    this.walk(s.query);
    this.walk(s.whereClause);
  }

  onExplainStmt(s) {
    let runs = false;
    for (const {DefElem: option} of s.options ?? []) {
      if (option.defname === 'values') throw new Refused('an option that there is not, which begins like a query');
      if (option.defname !== 'analyze') continue;
      const arg = option.arg;
      const off = arg && (arg.Integer ? !arg.Integer.ival
        : arg.String ? ['off', 'false'].includes(arg.String.sval.toLowerCase())
        : arg.Boolean ? !arg.Boolean.boolval : false);
      runs = !off;
    }
    this.walk(s.query);
    if (!runs) {
      this.effects = new Set(this.effects.has('call') ? ['select', 'call'] : ['select']);
      this.unknown = false;
      for (const name of this.writes) this.reads.add(name);
      this.writes.clear();
      this.merges = false;
    }
  }

  onPrepareStmt(s) { this.walk(s.query); }
  onExecuteStmt(s) {
    this.unknown = true;
    this.quiet(() => this.walk(s.params));
  }

  onDeclareCursorStmt(s) { this.walk(s.query); }
  onFetchStmt() { this.effect('select'); }
  onDeallocateStmt() { this.effect('set'); }
  onClosePortalStmt() { this.effect('set'); }
  onVariableSetStmt() { this.effect('set'); }
  onConstraintsSetStmt() { this.effect('set'); }
  onDiscardStmt() { this.effect('set'); }
  onVariableShowStmt() { this.effect('show'); }
  onListenStmt() { this.effect('other'); }
  onUnlistenStmt() { this.effect('other'); }
  onNotifyStmt() { this.effect('other'); }
  onCheckPointStmt() { this.effect('other'); }
  onLoadStmt() { this.unknown = true; }
  onDoStmt() { this.unknown = true; }

  onCallStmt(s) {
    this.unknown = true;
    this.effect('call');
    this.walk(s.funccall?.args);
  }

  onTransactionStmt(s) {
    this.effect({
      TRANS_STMT_BEGIN: 'begin', TRANS_STMT_START: 'begin', TRANS_STMT_COMMIT: 'commit', TRANS_STMT_PREPARE: 'commit',
      TRANS_STMT_COMMIT_PREPARED: 'commit', TRANS_STMT_ROLLBACK: 'rollback', TRANS_STMT_ROLLBACK_TO: 'rollback',
      TRANS_STMT_ROLLBACK_PREPARED: 'rollback', TRANS_STMT_SAVEPOINT: 'savepoint', TRANS_STMT_RELEASE: 'savepoint',
    }[s.kind]);
  }

  onLockStmt(s) {
    this.effect('lock');
    for (const r of s.relations) this.write(r.RangeVar);
  }

  onTruncateStmt(s) {
    this.effect('truncate');
    for (const r of s.relations) this.write(r.RangeVar);
  }

  define(s, relation, ...parts) {
    this.effect('create');
    this.write(relation);
    this.quiet(() => this.walk(parts));
  }

  onCreateStmt(s) {
    this.define(s, s.relation);
    for (const r of s.inhRelations ?? []) this.write(r.RangeVar);
    this.quiet(() => this.walk([s.tableElts, s.partspec, s.partbound, s.constraints]));
  }

  onCreateForeignTableStmt(s) { this.onCreateStmt(s.base); }
  onCreateSeqStmt(s) {
    this.define(s, s.sequence);
    this.owner(s.options);
  }

  owner(options) {
    for (const {DefElem: option} of options ?? []) {
      const names = option.defname === 'owned_by' ? option.arg.List.items.map(i => i.String.sval) : [];
      if (names.length > 1) this.listed(names.slice(0, -1));
    }
  }

  onIndexStmt(s) { this.define(s, s.relation, s.indexParams, s.indexIncludingParams, s.whereClause); }
  onCreateTrigStmt(s) {
    this.define(s, s.relation);
    this.write(s.constrrel);
  }

  onCreatePolicyStmt(s) { this.define(s, s.table, s.qual, s.with_check); }

  onRuleStmt(s) {
    this.define(s, s.relation);
    if (this.nested) {
      if (s.whereClause || s.actions?.length) this.unknown = true;
      return;
    }
    if (s.whereClause) {
      this.effect('select');
      this.walk(s.whereClause);
    }
    this.walk(s.actions);
  }

  // What a routine holds is the statement's own where it can be read.
  onCreateFunctionStmt(s) {
    this.define(s);
    const option = name => s.options?.find(o => o.DefElem.defname === name)?.DefElem.arg;
    const texts = option('as')?.List.items.map(i => i.String.sval);
    if (s.sql_body) {
      if (this.nested) this.unknown = true;
      else if (s.sql_body.List) {
        const statements = (s.sql_body.List.items ?? []).flatMap(i => i.List?.items ?? []);
        for (const one of statements) this.take(one, this.bytes, this.text);
      }
      else this.walk(s.sql_body);
    }
    if (texts) {
      if (this.nested || option('language')?.String.sval !== 'sql') this.unknown = true;
      else this.within(texts[0]);
    }
  }

  onReturnStmt(s) {
    this.effect('select');
    this.walk(s.returnval);
  }

  within(text) {
    let tree;
    try {
      tree = pg.parseSync(text);
    } catch (e) {
      if (e.name === 'RuntimeError') throw e;
      this.unknown = true;
      return;
    }
    for (const raw of tree.stmts ?? []) this.take(raw.stmt, Buffer.from(text, 'utf8'), text);
  }

  // What a statement within this one does is done by this one.
  take(node, bytes, text) {
    const inner = new Statement(bytes, text);
    inner.nested = true;
    inner.statement(node);
    inner.effects.forEach(word => this.effects.add(word));
    inner.reads.forEach(name => this.reads.add(name));
    inner.writes.forEach(name => this.writes.add(name));
    this.unknown ||= inner.unknown;
  }

  onCreateStatsStmt(s) {
    this.define(s);
    // The server takes no joins here; the scanner reads a list of names.
    const first = item => item?.JoinExpr ? first(item.JoinExpr.larg) : item?.RangeVar;
    for (const r of s.relations ?? []) {
      this.write(first(r));
      if (r.JoinExpr) break;
    }
  }

  onDefineStmt() { this.effect('create'); }

  // Whoever subscribes reads the tables.
  published(objects) {
    for (const {PublicationObjSpec: o} of objects ?? []) {
      if (!o.pubtable) continue;
      this.write(o.pubtable.relation);
      this.reads.add(this.name(o.pubtable.relation));
    }
  }

  onCreatePublicationStmt(s) {
    this.define(s);
    this.published(s.pubobjects);
  }

  onAlterPublicationStmt(s) {
    this.effect('alter');
    this.published(s.pubobjects);
  }

  onImportForeignSchemaStmt(s) {
    this.define(s);
    if (s.list_type !== 'FDW_IMPORT_SCHEMA_LIMIT_TO') return;
    for (const {RangeVar: r} of s.table_list ?? []) this.writes.add(s.local_schema + '.' + r.relname);
  }

  onAlterExtensionContentsStmt(s) {
    this.effect('alter');
    const names = (s.object?.List?.items ?? []).map(i => i.String?.sval);
    if (WHOLE.includes(s.objtype)) this.listed(names);
  }

  onCreateTableAsStmt(s) {
    this.effect('create');
    this.write(s.into.rel);
    this.walk(s.query);
  }

  onViewStmt(s) {
    this.effect('create');
    this.write(s.view);
    this.walk(s.query);
  }

  onCreateSchemaStmt(s) {
    this.effect('create');
    this.walk(s.schemaElts);
  }

  onAlterTableStmt(s) {
    this.effect('alter');
    if (s.objtype !== 'OBJECT_TYPE') this.write(s.relation);
    for (const {AlterTableCmd: c} of s.cmds) {
      if (c.def?.PartitionCmd) {
        this.write(c.def.PartitionCmd.name);
        this.quiet(() => this.walk(c.def.PartitionCmd.bound));
      }
      else if (c.subtype === 'AT_AddInherit' || c.subtype === 'AT_DropInherit') this.write(c.def.RangeVar);
      else if (c.def && s.objtype !== 'OBJECT_TYPE') this.quiet(() => this.walk(c.def));
    }
  }

  relationOf(type, s) {
    const tables = ['OBJECT_TABLE', 'OBJECT_INDEX', 'OBJECT_SEQUENCE', 'OBJECT_VIEW', 'OBJECT_MATVIEW', 'OBJECT_FOREIGN_TABLE',
      'OBJECT_TABCONSTRAINT', 'OBJECT_TRIGGER', 'OBJECT_RULE', 'OBJECT_POLICY', 'OBJECT_COLUMN'];
    return tables.includes(type) ? s.relation : undefined;
  }

  onRenameStmt(s) {
    this.effect('alter');
    this.write(this.relationOf(s.renameType, s));
    if (WHOLE.includes(s.renameType)) this.writes.add((s.relation.schemaname ? s.relation.schemaname + '.' : '') + s.newname);
  }

  onAlterObjectSchemaStmt(s) {
    this.effect('alter');
    this.write(this.relationOf(s.objectType, s));
    if (WHOLE.includes(s.objectType)) this.writes.add(s.newschema + '.' + s.relation.relname);
  }

  onAlterObjectDependsStmt(s) {
    this.effect('alter');
    this.write(this.relationOf(s.objectType, s));
  }

  onAlterSeqStmt(s) {
    this.effect('alter');
    this.write(s.sequence);
    this.owner(s.options);
  }

  onAlterPolicyStmt(s) {
    this.effect('alter');
    this.write(s.table);
    this.quiet(() => this.walk([s.qual, s.with_check]));
  }

  onAlterDomainStmt(s) {
    this.effect('alter');
    this.quiet(() => this.walk(s.def));
  }

  // A setting may be a command, or change how texts are read.
  onAlterSystemStmt() {
    this.effect('alter');
    this.unknown = true;
  }

  onReassignOwnedStmt() { this.effect('alter'); }

  listed(names) {
    this.writes.add((names.length > 1 ? names[names.length - 2] + '.' : '') + names[names.length - 1]);
  }

  onDropStmt(s) {
    this.effect('drop');
    const parts = ['OBJECT_TRIGGER', 'OBJECT_RULE', 'OBJECT_POLICY'];
    for (const o of s.objects) {
      const names = (o.List?.items ?? []).map(i => i.String?.sval);
      if (WHOLE.includes(s.removeType)) this.listed(names);
      else if (parts.includes(s.removeType)) this.listed(names.slice(0, -1));
    }
  }

  onGrantStmt(s) {
    this.effect(s.is_grant ? 'grant' : 'revoke');
    if (s.targtype === 'ACL_TARGET_OBJECT') for (const o of s.objects ?? []) if (o.RangeVar) this.write(o.RangeVar);
  }

  onGrantRoleStmt(s) { this.effect(s.is_grant ? 'grant' : 'revoke'); }

  onAlterDefaultPrivilegesStmt(s) {
    this.effect('alter');
    this.effect(s.action.is_grant ? 'grant' : 'revoke');
  }

  describe(s) {
    this.effect('alter');
    const names = (s.object?.List?.items ?? []).map(i => i.String?.sval);
    if (names.length === 0) return;
    if (WHOLE.includes(s.objtype)) this.listed(names);
    else if (['OBJECT_COLUMN', 'OBJECT_TABCONSTRAINT', 'OBJECT_TRIGGER', 'OBJECT_RULE', 'OBJECT_POLICY'].includes(s.objtype) && names.length > 1) {
      this.listed(names.slice(0, -1));
    }
  }

  onCommentStmt(s) { this.describe(s); }
  onSecLabelStmt(s) { this.describe(s); }

  onRefreshMatViewStmt(s) {
    this.effect('update');
    this.write(s.relation);
  }

  onReindexStmt(s) {
    this.effect('other');
    if (['REINDEX_OBJECT_INDEX', 'REINDEX_OBJECT_TABLE'].includes(s.kind)) this.write(s.relation);
  }

  onClusterStmt(s) {
    this.effect('other');
    this.write(s.relation);
  }

  onVacuumStmt(s) {
    this.effect('other');
    for (const r of s.rels ?? []) {
      const range = r.VacuumRelation.relation;
      if (s.is_vacuumcmd) this.write(range); else if (range) this.reads.add(this.name(range));
    }
  }

  statement(node) {
    const [type, value] = Object.entries(node)[0];
    if (typeof this['on' + type] === 'function') this['on' + type](value);
    else if (/^(Create|Define|CompositeType)/.test(type)) this.effect('create');
    else if (/^Alter/.test(type)) this.effect('alter');
    else if (/^Drop/.test(type)) this.effect('drop');
    else throw new Error('no verdict for ' + type);
    if (this.merges && !['insert', 'update', 'delete'].some(w => this.effects.has(w))) this.effect('update');
  }

  verdict(start, end) {
    const seen = ORDER.filter(w => this.effects.has(w));
    const operation = this.unknown ? 'unknown' : seen[seen.length - 1] ?? 'select';
    const list = set => [...set].sort().join('+') || '-';
    return [start, end, operation, seen.join('+') || '-', list(this.reads), list(this.writes)].join(',');
  }
}

function judge(text) {
  let tree;
  try {
    tree = pg.parseSync(text);
  } catch (e) {
    if (e.name === 'RuntimeError') throw e;
    return 'error';
  }
  try {
    return verdicts(tree, text);
  } catch (e) {
    if (e instanceof Refused) return 'error';
    throw e;
  }
}

function verdicts(tree, text) {
  const bytes = Buffer.from(text, 'utf8');
  const offset = at => bytes.toString('utf8', 0, at).length;
  return (tree.stmts ?? []).map(raw => {
    const statement = new Statement(bytes, text);
    statement.statement(raw.stmt);
    const start = raw.stmt_location ?? 0;
    const end = raw.stmt_len ? start + raw.stmt_len : bytes.length;
    return statement.verdict(offset(start), offset(end));
  }).join('|') || 'empty';
}

for await (const line of createInterface({input: process.stdin})) {
  if (line) process.stdout.write(judge(JSON.parse(line)) + '\n');
}
