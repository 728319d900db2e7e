CREATE TABLE "doctosync" (
	"cid" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"settings" jsonb NOT NULL,
	"markers" jsonb NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "export_item" (
	"cid" text NOT NULL,
	"task_id" text NOT NULL,
	"target" text NOT NULL,
	"patid" text NOT NULL,
	"title" text NOT NULL,
	"state" text NOT NULL,
	"files" jsonb NOT NULL,
	"marker" text,
	"attempts" integer NOT NULL,
	"error" text,
	"queued_at" bigint NOT NULL,
	"changed_at" bigint NOT NULL,
	"done_by" text,
	CONSTRAINT "export_item_cid_task_id_target_pk" PRIMARY KEY("cid","task_id","target")
);
--> statement-breakpoint
CREATE TABLE "import_item" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"what" text NOT NULL,
	"file_name" text NOT NULL,
	"at" bigint NOT NULL,
	"outcome" text NOT NULL,
	"error" text,
	"patid" text,
	"count" integer NOT NULL,
	"seen_at" bigint,
	"seen_by" text,
	CONSTRAINT "import_item_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "online_termin" (
	"cid" text NOT NULL,
	"termin_id" text NOT NULL,
	"uid" text NOT NULL,
	"source" text NOT NULL,
	"sequence" integer NOT NULL,
	"stamp" bigint NOT NULL,
	"state" text NOT NULL,
	"patid" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"geburtsdatum" text NOT NULL,
	"day" text NOT NULL,
	"time" text NOT NULL,
	"minutes" integer NOT NULL,
	"zimmer" text NOT NULL,
	"behandler" text NOT NULL,
	"art" text NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "online_termin_cid_termin_id_pk" PRIMARY KEY("cid","termin_id")
);
--> statement-breakpoint
CREATE INDEX "export_item_state" ON "export_item" USING btree ("cid","state","queued_at");--> statement-breakpoint
CREATE INDEX "import_item_at" ON "import_item" USING btree ("cid","at");--> statement-breakpoint
CREATE INDEX "online_termin_state" ON "online_termin" USING btree ("cid","state","day");