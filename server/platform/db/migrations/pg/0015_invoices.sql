CREATE TABLE "invoice_document" (
	"cid" text NOT NULL,
	"seq" integer NOT NULL,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"tenant" text NOT NULL,
	"source" text NOT NULL,
	"revision" integer NOT NULL,
	"at" bigint NOT NULL,
	"facts" jsonb NOT NULL,
	"reason" text NOT NULL,
	"user_id" text NOT NULL,
	"prev" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "invoice_document_cid_seq_pk" PRIMARY KEY("cid","seq")
);
--> statement-breakpoint
CREATE TABLE "invoice_file" (
	"cid" text NOT NULL,
	"seq" integer NOT NULL,
	"sha256" text NOT NULL,
	"pdf" "bytea" NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "invoice_file_cid_seq_pk" PRIMARY KEY("cid","seq")
);
--> statement-breakpoint
CREATE TABLE "invoice_waiting" (
	"cid" text NOT NULL,
	"source" text NOT NULL,
	"gaps" jsonb NOT NULL,
	"since" bigint NOT NULL,
	CONSTRAINT "invoice_waiting_cid_source_pk" PRIMARY KEY("cid","source")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_document_number" ON "invoice_document" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_document_source" ON "invoice_document" USING btree ("source","revision");--> statement-breakpoint
CREATE INDEX "invoice_document_tenant" ON "invoice_document" USING btree ("tenant","seq");--> statement-breakpoint
-- Invoices are kept unchanged (§ 14b UStG, GoBD): rows are never changed or removed.
CREATE FUNCTION invoice_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'invoices are never changed or removed'; END $$;
--> statement-breakpoint
CREATE TRIGGER invoice_document_no_change BEFORE UPDATE OR DELETE ON "invoice_document" FOR EACH ROW EXECUTE FUNCTION invoice_refuse();
--> statement-breakpoint
CREATE TRIGGER invoice_document_no_truncate BEFORE TRUNCATE ON "invoice_document" FOR EACH STATEMENT EXECUTE FUNCTION invoice_refuse();
--> statement-breakpoint
CREATE TRIGGER invoice_file_no_change BEFORE UPDATE OR DELETE ON "invoice_file" FOR EACH ROW EXECUTE FUNCTION invoice_refuse();
--> statement-breakpoint
CREATE TRIGGER invoice_file_no_truncate BEFORE TRUNCATE ON "invoice_file" FOR EACH STATEMENT EXECUTE FUNCTION invoice_refuse();
