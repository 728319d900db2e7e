CREATE TABLE "abrechnung_abgabe" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"kzv" text NOT NULL,
	"bereich" text NOT NULL,
	"zeitraum" text NOT NULL,
	"mit_frueheren" boolean NOT NULL,
	"by" text NOT NULL,
	"at" bigint NOT NULL,
	"undone_by" text,
	"undone_at" bigint,
	CONSTRAINT "abrechnung_abgabe_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "abrechnung_einstellung" (
	"cid" text NOT NULL,
	"mit_vertretung" boolean NOT NULL,
	"mit_anderen_traegern" boolean NOT NULL,
	"schalter" jsonb NOT NULL,
	"schwellen" jsonb NOT NULL,
	"label_config" jsonb NOT NULL,
	"rev" integer NOT NULL,
	"by" text NOT NULL,
	"at" bigint NOT NULL,
	"kzv" jsonb,
	CONSTRAINT "abrechnung_einstellung_cid_pk" PRIMARY KEY("cid")
);
--> statement-breakpoint
CREATE TABLE "abrechnungslabel" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"position" integer NOT NULL,
	"gone_at" bigint,
	CONSTRAINT "abrechnungslabel_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "abrechnungslabel_on" (
	"cid" text NOT NULL,
	"label_id" text NOT NULL,
	"patid" text NOT NULL,
	"tag" text NOT NULL,
	"regel" text NOT NULL,
	"zahn" text NOT NULL,
	"by" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "abrechnungslabel_on_cid_label_id_patid_tag_regel_zahn_pk" PRIMARY KEY("cid","label_id","patid","tag","regel","zahn")
);
--> statement-breakpoint
CREATE TABLE "access_grant" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"name" text NOT NULL,
	"reason" text NOT NULL,
	"ticket" text NOT NULL,
	"may_write" boolean NOT NULL,
	"patids" jsonb,
	"code_hash" text,
	"tries" integer NOT NULL,
	"asked_at" bigint NOT NULL,
	"approved_at" bigint,
	"approved_by" text,
	"expires_at" bigint,
	"ended_at" bigint,
	"reviewed_at" bigint,
	"reviewed_by" text
);
--> statement-breakpoint
CREATE TABLE "access_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"session_id" text,
	"tablet_id" text,
	"security_epoch" integer NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "answers" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"task_id" text,
	"form" text NOT NULL,
	"form_sha256" text NOT NULL,
	"title" text NOT NULL,
	"language" text NOT NULL,
	"response" jsonb NOT NULL,
	"answered_at" bigint NOT NULL,
	"received_at" bigint NOT NULL,
	"tablet_id" text,
	"recorded_by" text,
	"adds_to" text,
	"problems" jsonb NOT NULL,
	"origin" text,
	"unmatched_id" text
);
--> statement-breakpoint
CREATE TABLE "api_token" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"tail" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint,
	"last_used_at" bigint,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "arrival" (
	"cid" text NOT NULL,
	"day" text NOT NULL,
	"patid" text NOT NULL,
	"at" bigint NOT NULL,
	"by" text NOT NULL,
	"left_room_at" bigint,
	CONSTRAINT "arrival_cid_day_patid_pk" PRIMARY KEY("cid","day","patid")
);
--> statement-breakpoint
CREATE TABLE "attempt" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_start" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"cid" text NOT NULL,
	"seq" integer NOT NULL,
	"at" bigint NOT NULL,
	"type" text NOT NULL,
	"actor" text NOT NULL,
	"data" jsonb NOT NULL,
	"person" text,
	"prev" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_cid_seq_pk" PRIMARY KEY("cid","seq")
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"cid" text NOT NULL,
	"day" text NOT NULL,
	"seq" integer NOT NULL,
	"hash" text NOT NULL,
	"signature" "bytea" NOT NULL,
	"key_id" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "audit_head_cid_day_pk" PRIMARY KEY("cid","day")
);
--> statement-breakpoint
CREATE TABLE "audit_person" (
	"cid" text NOT NULL,
	"seq" integer NOT NULL,
	"salt" text NOT NULL,
	"patid" text NOT NULL,
	CONSTRAINT "audit_person_cid_seq_pk" PRIMARY KEY("cid","seq")
);
--> statement-breakpoint
CREATE TABLE "backup_config" (
	"id" text PRIMARY KEY NOT NULL,
	"path" text,
	"target_since" bigint,
	"every_minutes" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "backup_run" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"started_at" bigint NOT NULL,
	"ended_at" bigint NOT NULL,
	"ok" boolean NOT NULL,
	"code" text,
	"facts" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blob" (
	"cid" text NOT NULL,
	"sha256" text NOT NULL,
	"size" integer NOT NULL,
	"mime" text NOT NULL,
	"key_id" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "blob_cid_sha256_pk" PRIMARY KEY("cid","sha256")
);
--> statement-breakpoint
CREATE TABLE "dashboard_settings" (
	"cid" text NOT NULL,
	"user_id" text NOT NULL,
	"settings" jsonb NOT NULL,
	"version" integer NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "dashboard_settings_cid_user_id_pk" PRIMARY KEY("cid","user_id")
);
--> statement-breakpoint
CREATE TABLE "doctosync" (
	"cid" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"settings" jsonb NOT NULL,
	"markers" jsonb NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document" (
	"file_id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"task_id" text,
	"sha256" text NOT NULL,
	"title" text NOT NULL,
	"mime" text NOT NULL,
	"at" bigint NOT NULL,
	"upload_kind" text,
	"uploaded_by" text,
	"voided_at" bigint,
	"voided_by" text,
	"voided_by_name" text,
	"void_note" text,
	"moved_to" text
);
--> statement-breakpoint
CREATE TABLE "draft" (
	"task_id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"device" text NOT NULL,
	"task_rev" integer NOT NULL,
	"draft_rev" integer NOT NULL,
	"page" integer NOT NULL,
	"of" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "eigene_regel" (
	"cid" text NOT NULL,
	"regel" text NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"eingabe" jsonb NOT NULL,
	"rev" integer NOT NULL,
	"test" jsonb,
	"by" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "eigene_regel_cid_regel_version_pk" PRIMARY KEY("cid","regel","version")
);
--> statement-breakpoint
CREATE TABLE "envelope" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"task_id" text NOT NULL,
	"prev_envelope_id" text,
	"op_id" text NOT NULL,
	"data_sha256" text NOT NULL,
	"presented_pdf_sha256" text NOT NULL,
	"final_sha256" jsonb NOT NULL,
	"point_files" jsonb NOT NULL,
	"salt" text,
	"signers" jsonb NOT NULL,
	"evidence" jsonb,
	"level" text NOT NULL,
	"signed_at" bigint NOT NULL,
	"received_at" bigint NOT NULL,
	"sealed_at" bigint,
	"voided_at" bigint,
	"void_reason" text,
	"voided_by" text
);
--> statement-breakpoint
CREATE TABLE "erasure_item" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"run_id" text NOT NULL,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"patid" text,
	"year" integer NOT NULL,
	"state" text NOT NULL,
	"why" text,
	"blobs" jsonb NOT NULL,
	"counts" jsonb NOT NULL,
	"at" bigint
);
--> statement-breakpoint
CREATE TABLE "erasure_run" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"origin" text NOT NULL,
	"state" text NOT NULL,
	"released_by" text NOT NULL,
	"released_by_name" text NOT NULL,
	"released_at" bigint NOT NULL,
	"run_after" bigint NOT NULL,
	"started_at" bigint,
	"ended_at" bigint,
	"stopped_by_name" text,
	"counts" jsonb NOT NULL
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
CREATE TABLE "factoring_partner" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"partner" text,
	"name" text NOT NULL,
	"anschrift" text NOT NULL,
	"refinanzierung" text NOT NULL,
	"form" text NOT NULL,
	"form_source" text NOT NULL,
	"form_day" text NOT NULL,
	"created_at" bigint NOT NULL,
	"changed_at" bigint NOT NULL,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "feed" (
	"tablet_id" text NOT NULL,
	"seq" integer NOT NULL,
	"cid" text NOT NULL,
	"op" text NOT NULL,
	"task_id" text,
	"mappe_id" text,
	"body" "bytea",
	"at" bigint NOT NULL,
	CONSTRAINT "feed_tablet_id_seq_pk" PRIMARY KEY("tablet_id","seq")
);
--> statement-breakpoint
CREATE TABLE "first_user_token" (
	"hash" text PRIMARY KEY NOT NULL,
	"cid" text,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "form" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"rev" integer NOT NULL,
	"questionnaire" jsonb NOT NULL,
	"sha256" text NOT NULL,
	"languages" jsonb NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	"published_at" bigint,
	CONSTRAINT "form_cid_id_version_pk" PRIMARY KEY("cid","id","version")
);
--> statement-breakpoint
CREATE TABLE "home_link" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"hash" text NOT NULL,
	"kind" text NOT NULL,
	"form_id" text NOT NULL,
	"language" text NOT NULL,
	"patid" text,
	"label" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint,
	"mailed_at" bigint,
	"used_at" bigint,
	"ended_at" bigint,
	"ended_by" text,
	"answers" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hvm_config" (
	"cid" text NOT NULL,
	"region" text NOT NULL,
	"jahr" integer NOT NULL,
	"quartal" integer NOT NULL,
	"config" jsonb NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "hvm_config_cid_region_jahr_quartal_pk" PRIMARY KEY("cid","region","jahr","quartal")
);
--> statement-breakpoint
CREATE TABLE "image" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"sha256" text NOT NULL,
	"mime" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"size" integer NOT NULL,
	"purpose" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL
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
CREATE TABLE "installation" (
	"id" text PRIMARY KEY NOT NULL,
	"epoch" text NOT NULL,
	"security_epoch" integer NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"cid" text NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"run_after" bigint NOT NULL,
	"locked_until" bigint,
	"error" text,
	"created_at" bigint NOT NULL,
	"done_at" bigint,
	"owner" text
);
--> statement-breakpoint
CREATE TABLE "known_device" (
	"hash" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"cid" text NOT NULL,
	"user_id" text NOT NULL,
	"agent" text NOT NULL,
	"created_at" bigint NOT NULL,
	"factor_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kzv_brief" (
	"cid" text NOT NULL,
	"jahr" integer NOT NULL,
	"quartal" integer NOT NULL,
	"nr" text NOT NULL,
	"je100" double precision NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "kzv_brief_cid_jahr_quartal_nr_pk" PRIMARY KEY("cid","jahr","quartal","nr")
);
--> statement-breakpoint
CREATE TABLE "legal_hold" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"reason" text NOT NULL,
	"set_by" text NOT NULL,
	"set_by_name" text NOT NULL,
	"set_at" bigint NOT NULL,
	"lifted_at" bigint,
	"lifted_by" text,
	"lifted_by_name" text
);
--> statement-breakpoint
CREATE TABLE "letter_template" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "letter_template_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "login_step" (
	"hash" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"user_id" text,
	"long_login" boolean NOT NULL,
	"code_hash" text,
	"challenge" text,
	"tries" integer NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"key" text NOT NULL,
	"template" text NOT NULL,
	"language" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"state" text NOT NULL,
	"error" text,
	"message_id" text,
	"created_at" bigint NOT NULL,
	"sent_at" bigint,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_suppression" (
	"cid" text NOT NULL,
	"hash" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"at" bigint NOT NULL,
	"nonce" text NOT NULL,
	CONSTRAINT "mail_suppression_cid_hash_pk" PRIMARY KEY("cid","hash")
);
--> statement-breakpoint
CREATE TABLE "mappe" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"patids" jsonb NOT NULL,
	"signers" jsonb NOT NULL,
	"language" text NOT NULL,
	"text_scale" integer NOT NULL,
	"identified_by" jsonb,
	"tablet_id" text,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"undo_until" bigint NOT NULL,
	"closes_at" bigint NOT NULL,
	"paper_copy_wished_at" bigint,
	"paper_copy_done_at" bigint,
	"wrong_person_at" bigint
);
--> statement-breakpoint
CREATE TABLE "mappe_rules" (
	"cid" text PRIMARY KEY NOT NULL,
	"rules" jsonb NOT NULL,
	"version" integer NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "master_change" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"patid" text NOT NULL,
	"field" text NOT NULL,
	"before" text NOT NULL,
	"after" text NOT NULL,
	"answers_id" text NOT NULL,
	"answered_at" bigint NOT NULL,
	"proposed_at" bigint NOT NULL,
	"recorded_by" text,
	"confirmed" text,
	"state" text NOT NULL,
	"decided_at" bigint,
	"decided_by" text,
	"noted_at" bigint,
	"noted_by" text,
	CONSTRAINT "master_change_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "news_read" (
	"cid" text NOT NULL,
	"user_id" text NOT NULL,
	"news_id" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "news_read_user_id_news_id_pk" PRIMARY KEY("user_id","news_id")
);
--> statement-breakpoint
CREATE TABLE "one_time_link" (
	"hash" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"user_id" text,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
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
CREATE TABLE "op" (
	"device" text NOT NULL,
	"inc" text NOT NULL,
	"n" integer NOT NULL,
	"id" text NOT NULL,
	"cid" text NOT NULL,
	"kind" text NOT NULL,
	"task_id" text NOT NULL,
	"task_rev" integer NOT NULL,
	"schema" integer NOT NULL,
	"sha256" text NOT NULL,
	"header" jsonb NOT NULL,
	"bytes" "bytea" NOT NULL,
	"result" text NOT NULL,
	"code" text,
	"received_at" bigint NOT NULL,
	"settled_at" bigint,
	"settled_by" text,
	CONSTRAINT "op_device_inc_n_pk" PRIMARY KEY("device","inc","n")
);
--> statement-breakpoint
CREATE TABLE "op_head" (
	"device" text NOT NULL,
	"inc" text NOT NULL,
	"cid" text NOT NULL,
	"n" integer NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "op_head_device_inc_pk" PRIMARY KEY("device","inc")
);
--> statement-breakpoint
CREATE TABLE "own_text" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"rev" integer NOT NULL,
	"template" jsonb NOT NULL,
	"sha256" text NOT NULL,
	"languages" jsonb NOT NULL,
	"based_on" text,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	"published_at" bigint,
	CONSTRAINT "own_text_cid_id_version_pk" PRIMARY KEY("cid","id","version")
);
--> statement-breakpoint
CREATE TABLE "paper_set" (
	"cid" text PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"by_name" text NOT NULL,
	"sheets" jsonb NOT NULL,
	"languages" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"user_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb,
	"name" text NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint,
	"cloned_at" bigint
);
--> statement-breakpoint
CREATE TABLE "patient" (
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"title" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"geburtsdatum" text NOT NULL,
	"street" text NOT NULL,
	"plz" text NOT NULL,
	"city" text NOT NULL,
	"gender" text,
	"country" text,
	"birthplace" text,
	"mobile" text,
	"landline" text,
	"phone" text,
	"email" text,
	"herkunft" text NOT NULL,
	"merged_into" text,
	"created_at" bigint NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "patient_cid_patid_pk" PRIMARY KEY("cid","patid")
);
--> statement-breakpoint
CREATE TABLE "pattermapi" (
	"cid" text NOT NULL,
	"kind" text NOT NULL,
	"word" text NOT NULL,
	"gruppe" text NOT NULL,
	"is_proposed" boolean NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	"position" integer,
	CONSTRAINT "pattermapi_cid_kind_word_pk" PRIMARY KEY("cid","kind","word")
);
--> statement-breakpoint
CREATE TABLE "person_export" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"state" text NOT NULL,
	"sha256" text,
	"size" bigint,
	"asked_by" text NOT NULL,
	"asked_by_name" text NOT NULL,
	"asked_at" bigint NOT NULL,
	"expires_at" bigint,
	"taken_at" bigint,
	"done" integer,
	"total" integer
);
--> statement-breakpoint
CREATE TABLE "plan_label" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"color" text NOT NULL,
	"kind" text NOT NULL,
	"position" integer NOT NULL,
	"gone_at" bigint,
	CONSTRAINT "plan_label_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "plan_label_on" (
	"cid" text NOT NULL,
	"label_id" text NOT NULL,
	"target" text NOT NULL,
	"by" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "plan_label_on_cid_label_id_target_pk" PRIMARY KEY("cid","label_id","target")
);
--> statement-breakpoint
CREATE TABLE "plan_note" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"text" text NOT NULL,
	"by" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "plan_note_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "plan_step" (
	"cid" text NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"step" text NOT NULL,
	"due_at" text,
	"who" text,
	"state" text NOT NULL,
	"by" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "plan_step_cid_kind_target_pk" PRIMARY KEY("cid","kind","target")
);
--> statement-breakpoint
CREATE TABLE "practice_key" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"purpose" text NOT NULL,
	"wrapped" "bytea",
	"public_jwk" jsonb,
	"certificate" "bytea",
	"created_at" bigint NOT NULL,
	"retired_at" bigint
);
--> statement-breakpoint
CREATE TABLE "praxis" (
	"cid" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"version" integer NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "praxiswert" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"art" text NOT NULL,
	"schluessel" text NOT NULL,
	"wert" double precision NOT NULL,
	"valid_from" text NOT NULL,
	"valid_to" text,
	"note" text NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "praxiswert_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "printed_paper" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"pages" integer NOT NULL,
	"at" bigint NOT NULL,
	"by" text NOT NULL,
	"by_name" text,
	"data" jsonb,
	"risk_cents" integer,
	"back_at" bigint,
	"back_by_name" text,
	"file_id" text,
	"filed_at" bigint,
	"voided_at" bigint,
	"voided_by_name" text,
	"void_note" text
);
--> statement-breakpoint
CREATE TABLE "profile" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"owner" text,
	"report" text NOT NULL,
	"filter" jsonb NOT NULL,
	"position" integer NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	"is_default" boolean,
	CONSTRAINT "profile_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "pvs_arbeitszeit" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"behandler" text,
	"datum" text,
	"von" integer,
	"bis" integer,
	"zimmer" text,
	"typ" text,
	CONSTRAINT "pvs_arbeitszeit_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_batch" (
	"cid" text NOT NULL,
	"batch" integer NOT NULL,
	"run" text NOT NULL,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"way" text NOT NULL,
	"sha256" text,
	"rows" integer NOT NULL,
	"counts" jsonb NOT NULL,
	"refused" integer NOT NULL,
	"opened_at" bigint NOT NULL,
	"closed_at" bigint,
	"withdrawn_at" bigint,
	"by" text NOT NULL,
	"withdrawn_by" text,
	CONSTRAINT "pvs_batch_cid_batch_pk" PRIMARY KEY("cid","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_behandler" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"name" text,
	"titel" text,
	"kuerzel" text,
	"art" text,
	"abrechnend" boolean,
	"team" text,
	"stempel" text,
	"eintritt" text,
	"austritt" text,
	CONSTRAINT "pvs_behandler_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_bemagoz" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"system" text,
	"nr" text,
	"text" text,
	"punkte" integer,
	"preis" bigint,
	"gueltig_von" text,
	"gueltig_bis" text,
	CONSTRAINT "pvs_bemagoz_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_carried" (
	"cid" text NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"values" jsonb NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "pvs_carried_cid_kind_id_pk" PRIMARY KEY("cid","kind","id")
);
--> statement-breakpoint
CREATE TABLE "pvs_epaupload" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"datum" text,
	CONSTRAINT "pvs_epaupload_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_fehlzeit" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"mitarbeiter" text,
	"von" text,
	"bis" text,
	"art" text,
	CONSTRAINT "pvs_fehlzeit_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_hkp" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"behandler" text,
	"art" text,
	"status" text,
	"grund" text,
	"bezeichnung" text,
	"erstellt_am" text,
	"besprochen_am" text,
	"angenommen_am" text,
	"gesendet_am" text,
	"beantwortet_am" text,
	"genehmigt_am" text,
	"termin_am" text,
	"begonnen_am" text,
	"eingegliedert_am" text,
	"abgerechnet_am" text,
	"verworfen_am" text,
	"gueltig_bis" text,
	"honorar_bema" bigint,
	"honorar_goz" bigint,
	"mat_lab_gkv" bigint,
	"mat_lab_privat" bigint,
	"gesamt" bigint,
	"festzuschuss" bigint,
	"eigenanteil" bigint,
	"versorgungsart" text,
	"bonus" integer,
	"ebz_status" text,
	CONSTRAINT "pvs_hkp_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_hkpposition" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"hkpid" text,
	"system" text,
	"nr" text,
	"zahn" text,
	"menge" integer,
	"faktor" integer,
	"betrag" bigint,
	"befund" text,
	CONSTRAINT "pvs_hkpposition_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_kariesrisiko" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"datum" text,
	"risiko" text,
	CONSTRAINT "pvs_kariesrisiko_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_leistung" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"behandler" text,
	"abr_behandler" text,
	"zimmer" text,
	"stempel" text,
	"termin_id" text,
	"datum" text,
	"system" text,
	"nr" text,
	"zahn" text,
	"flaechen" text,
	"menge" integer,
	"punkte" integer,
	"faktor" integer,
	"faktorgrund" text,
	"honorar" bigint,
	"material" bigint,
	"eigenlabor" bigint,
	"fremdlabor" bigint,
	"betrag" bigint,
	"bereich" text,
	"kostentraeger" text,
	"status" text,
	"storno" boolean,
	"rechnung_id" text,
	"hkpid" text,
	CONSTRAINT "pvs_leistung_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_mapping" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "pvs_mapping_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "pvs_mitarbeiter" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"name" text,
	"taetigkeit" text,
	"fte" integer,
	"team" text,
	"geburtsdatum" text,
	"eintritt" text,
	"austritt" text,
	CONSTRAINT "pvs_mitarbeiter_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_mkv" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"datum" text,
	"zahn" text,
	"nr" text,
	"betrag" bigint,
	CONSTRAINT "pvs_mkv_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_params" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"wert" text,
	CONSTRAINT "pvs_params_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_parfall" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"behandler" text,
	"grad" text,
	"status" text,
	"erstellt_am" text,
	"gesendet_am" text,
	"genehmigt_am" text,
	"atg_am" text,
	"mhu_am" text,
	"ait_von" text,
	"ait_bis" text,
	"bev_am" text,
	"cpt_am" text,
	"upt_von" text,
	"upt_bis" text,
	"abgeschlossen_am" text,
	"zaehne_einwurzelig" integer,
	"zaehne_mehrwurzelig" integer,
	"wert" bigint,
	CONSTRAINT "pvs_parfall_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_part" (
	"cid" text NOT NULL,
	"batch" integer NOT NULL,
	"part" integer NOT NULL,
	"entity" text NOT NULL,
	"sha256" text NOT NULL,
	"rows" integer NOT NULL,
	"is_done" boolean NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "pvs_part_cid_batch_part_pk" PRIMARY KEY("cid","batch","part")
);
--> statement-breakpoint
CREATE TABLE "pvs_patient" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"titel" text,
	"vorname" text,
	"nachname" text,
	"geburtsdatum" text,
	"geschlecht" text,
	"strasse" text,
	"plz" text,
	"ort" text,
	"land" text,
	"telefon" text,
	"mobil" text,
	"email" text,
	"versicherung" text,
	"kasse" text,
	"kassenart" text,
	"wop" text,
	"pflegegrad" integer,
	"eingliederungshilfe" boolean,
	"einrichtung" boolean,
	"kooperationsvertrag" boolean,
	"beihilfe" boolean,
	"bonusjahre" integer,
	"aktiv" boolean,
	"erstbesuch" text,
	"quelle" text,
	"stichworte" text,
	"zusammengefuehrt_in" text,
	CONSTRAINT "pvs_patient_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_prothese" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"art" text,
	"kiefer" text,
	"eingegliedert_am" text,
	CONSTRAINT "pvs_prothese_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_psi" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"datum" text,
	"codes" text,
	CONSTRAINT "pvs_psi_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_recall" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"art" text,
	"intervall_wochen" integer,
	"faellig_am" text,
	"status" text,
	"termin_id" text,
	"erinnert_am" text,
	CONSTRAINT "pvs_recall_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_rechnung" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"nummer" text,
	"art" text,
	"datum" text,
	"faellig_am" text,
	"betrag" bigint,
	"mahnstufe" integer,
	"storno_am" text,
	"gutschrift_zu" text,
	"beanstandet_am" text,
	"factoringfirma" text,
	"stempel" text,
	CONSTRAINT "pvs_rechnung_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_stempel" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"name" text,
	"kzv_nummer" text,
	CONSTRAINT "pvs_stempel_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_stichworte" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"kuerzel" text,
	"text" text,
	CONSTRAINT "pvs_stichworte_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_tagesnotiz" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"datum" text,
	"behandler" text,
	"text" text,
	CONSTRAINT "pvs_tagesnotiz_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_teams" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"name" text,
	CONSTRAINT "pvs_teams_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_termin" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"behandler" text,
	"zimmer" text,
	"terminart" text,
	"start" bigint,
	"dauer_min" integer,
	"angelegt_am" bigint,
	"status" text,
	"status_am" bigint,
	"absage_am" bigint,
	"absagegrund" text,
	"ankunft" bigint,
	"beginn" bigint,
	"ende" bigint,
	"neupatient" boolean,
	"quelle" text,
	"stichworte" text,
	"hkpid" text,
	CONSTRAINT "pvs_termin_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_terminarten" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"name" text,
	"gruppe" text,
	"standardgruppe" text,
	"dauer_min" integer,
	"ist_recall" boolean,
	CONSTRAINT "pvs_terminarten_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_termingruppen" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"name" text,
	CONSTRAINT "pvs_termingruppen_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_warteliste" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"seit" text,
	"bis" text,
	"terminart" text,
	"behandler" text,
	"dauer_min" integer,
	"notiz" text,
	CONSTRAINT "pvs_warteliste_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_zahlung" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"rechnung_id" text,
	"datum" text,
	"betrag" bigint,
	"art" text,
	CONSTRAINT "pvs_zahlung_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_zahnbefund" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"patid" text,
	"datum" text,
	"zahn" text,
	"befund" text,
	"flaechen" text,
	CONSTRAINT "pvs_zahnbefund_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "pvs_zimmer" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"version" bigint NOT NULL,
	"hash" bigint NOT NULL,
	"batch" integer NOT NULL,
	"deleted" boolean NOT NULL,
	"name" text,
	CONSTRAINT "pvs_zimmer_cid_id_version_hash_batch_pk" PRIMARY KEY("cid","id","version","hash","batch")
);
--> statement-breakpoint
CREATE TABLE "r4c" (
	"r4c_uuid" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"r4chost" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"user_id" text NOT NULL,
	"hash" text NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "recovery_sheet" (
	"id" text PRIMARY KEY NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"mac_wrapped" "bytea" NOT NULL,
	"confirm_hash" text,
	"practices" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"confirmed_at" bigint
);
--> statement-breakpoint
CREATE TABLE "regel_schalter" (
	"cid" text NOT NULL,
	"regel" text NOT NULL,
	"is_on" boolean NOT NULL,
	"by" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "regel_schalter_cid_regel_pk" PRIMARY KEY("cid","regel")
);
--> statement-breakpoint
CREATE TABLE "report_mail" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"report" text NOT NULL,
	"filter" jsonb NOT NULL,
	"weekday" integer,
	"time" text NOT NULL,
	"recipients" jsonb NOT NULL,
	"last_at" bigint,
	"by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	"title" text,
	"month_day" integer,
	CONSTRAINT "report_mail_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "report_note" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"report" text NOT NULL,
	"key" text NOT NULL,
	"text" text NOT NULL,
	"by" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "report_note_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "report_snapshot" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"report" text NOT NULL,
	"filter" jsonb NOT NULL,
	"rows" "bytea" NOT NULL,
	"sha256" text NOT NULL,
	"at" bigint NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "report_snapshot_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "restriction" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"reason" text NOT NULL,
	"until" text NOT NULL,
	"set_by" text NOT NULL,
	"set_by_name" text NOT NULL,
	"set_at" bigint NOT NULL,
	"lifted_at" bigint,
	"lifted_by" text,
	"lifted_by_name" text,
	"erased_at" bigint
);
--> statement-breakpoint
CREATE TABLE "restriction_opening" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"reason" text NOT NULL,
	"by" text NOT NULL,
	"by_name" text NOT NULL,
	"at" bigint NOT NULL,
	"until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "room_stay" (
	"cid" text NOT NULL,
	"room" text NOT NULL,
	"patid" text NOT NULL,
	"since" bigint NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "room_stay_cid_room_pk" PRIMARY KEY("cid","room")
);
--> statement-breakpoint
CREATE TABLE "scan_page" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"file_sha256" text NOT NULL,
	"number" integer NOT NULL,
	"sha256" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"turn" integer NOT NULL,
	"source" text NOT NULL,
	"by" text NOT NULL,
	"by_name" text NOT NULL,
	"at" bigint NOT NULL,
	"task_id" text,
	"page" integer,
	"of" integer,
	"state" text NOT NULL,
	"state_at" bigint NOT NULL,
	"hint" text,
	"form" text,
	"patid" text,
	"file_id" text,
	"undo_until" bigint,
	"decided_by" text,
	"decided_by_name" text,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"user_id" text NOT NULL,
	"refresh_hash" text NOT NULL,
	"previous_hash" text,
	"rotated_at" bigint,
	"long_login" boolean NOT NULL,
	"security_epoch" integer NOT NULL,
	"created_at" bigint NOT NULL,
	"last_seen_at" bigint NOT NULL,
	"absolute_until" bigint NOT NULL,
	"step_up_until" bigint,
	"ended_at" bigint,
	"agent" text,
	"device_id" text,
	"factor" text,
	"locked_at" bigint
);
--> statement-breakpoint
CREATE TABLE "share" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"hash" text NOT NULL,
	"patid" text NOT NULL,
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"second_step" text NOT NULL,
	"is_once" boolean NOT NULL,
	"sealed" "bytea" NOT NULL,
	"code_hash" text,
	"tries_left" integer NOT NULL,
	"reset_hash" text,
	"reset_until" bigint,
	"created_at" bigint NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" bigint NOT NULL,
	"opened_at" bigint,
	"done_at" bigint,
	"mailed_at" bigint,
	"wished_at" bigint,
	"ended_at" bigint,
	"ended_by" text,
	"renewed_by" text,
	"step_reason" text
);
--> statement-breakpoint
CREATE TABLE "share_code" (
	"share" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"hash" text NOT NULL,
	"channel" text NOT NULL,
	"sent_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"sent" integer NOT NULL,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "share_event" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"share" text,
	"at" bigint NOT NULL,
	"what" text NOT NULL,
	"item" text
);
--> statement-breakpoint
CREATE TABLE "share_item" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"share" text NOT NULL,
	"n" integer NOT NULL,
	"kind" text NOT NULL,
	"ref" text NOT NULL,
	"role" text,
	"title" text NOT NULL,
	"done_at" bigint,
	"result_id" text,
	"said" text
);
--> statement-breakpoint
CREATE TABLE "share_session" (
	"hash" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"share" text NOT NULL,
	"is_open" boolean NOT NULL,
	"sealed" "bytea" NOT NULL,
	"created_at" bigint NOT NULL,
	"seen_at" bigint NOT NULL,
	"ends_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signature_part" (
	"task_id" text NOT NULL,
	"role" text NOT NULL,
	"cid" text NOT NULL,
	"op_id" text NOT NULL,
	"received_at" bigint NOT NULL,
	CONSTRAINT "signature_part_task_id_role_pk" PRIMARY KEY("task_id","role")
);
--> statement-breakpoint
CREATE TABLE "sms_gateway" (
	"cid" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"sealed" "bytea" NOT NULL,
	"per_day" integer NOT NULL,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sms_sent" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"number" text NOT NULL,
	"at" bigint NOT NULL,
	"purpose" text NOT NULL,
	"outcome" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tablet" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"r4c_uuid" text NOT NULL,
	"name" text NOT NULL,
	"posture" text NOT NULL,
	"sign_key" jsonb NOT NULL,
	"seal_key" jsonb NOT NULL,
	"token_hash" text NOT NULL,
	"gate" jsonb NOT NULL,
	"exceptions" jsonb NOT NULL,
	"user_agent" text NOT NULL,
	"inc" text,
	"high_n" integer NOT NULL,
	"ack_n" integer NOT NULL,
	"safe_n" integer NOT NULL,
	"feed_seq" integer NOT NULL,
	"health" jsonb,
	"activity" jsonb,
	"activity_at" bigint,
	"help_at" bigint,
	"help_answered_at" bigint,
	"calls" jsonb,
	"lost_submissions" integer,
	"loss" jsonb,
	"registered_at" bigint NOT NULL,
	"last_seen_at" bigint,
	"lease_until" bigint NOT NULL,
	"revoked_at" bigint,
	"guest_of" text
);
--> statement-breakpoint
CREATE TABLE "tablet_code" (
	"hash" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"r4c_uuid" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "tablet_nonce" (
	"hash" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"tablet_id" text NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tablet_pending" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"r4c_uuid" text NOT NULL,
	"secret_hash" text NOT NULL,
	"number" text NOT NULL,
	"sign_key" jsonb NOT NULL,
	"seal_key" jsonb NOT NULL,
	"gate" jsonb NOT NULL,
	"user_agent" text NOT NULL,
	"requested_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"state" text NOT NULL,
	"tablet_id" text
);
--> statement-breakpoint
CREATE TABLE "takeover" (
	"hash" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"mappe_id" text NOT NULL,
	"task_id" text NOT NULL,
	"from_tablet" text,
	"created_by" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"ended_at" bigint,
	"used_at" bigint,
	"to_tablet" text
);
--> statement-breakpoint
CREATE TABLE "task" (
	"task_id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"mappe_id" text NOT NULL,
	"position" integer NOT NULL,
	"patid" text NOT NULL,
	"kind" text NOT NULL,
	"template" text NOT NULL,
	"title" text NOT NULL,
	"form_requirement" jsonb NOT NULL,
	"state" text NOT NULL,
	"state_at" bigint NOT NULL,
	"task_rev" integer NOT NULL,
	"data" text NOT NULL,
	"data_sha256" text NOT NULL,
	"presented_pdf_sha256" text,
	"presented_bytes" integer,
	"boxes" jsonb,
	"renderer" jsonb,
	"page" integer NOT NULL,
	"of" integer NOT NULL,
	"talk" jsonb NOT NULL,
	"read" jsonb,
	"read_in" jsonb,
	"attention" text,
	"started_at" bigint,
	"submitted_at" bigint,
	"filed_at" bigint,
	"filed_by" text,
	"export" text NOT NULL,
	"created_at" bigint NOT NULL,
	"confirms" text,
	"replaces" text
);
--> statement-breakpoint
CREATE TABLE "termin" (
	"cid" text NOT NULL,
	"termin_id" text NOT NULL,
	"patid" text NOT NULL,
	"day" text NOT NULL,
	"time" text NOT NULL,
	"minutes" integer NOT NULL,
	"zimmer" text NOT NULL,
	"behandler" text NOT NULL,
	"art" text NOT NULL,
	"quelle" text,
	CONSTRAINT "termin_cid_termin_id_pk" PRIMARY KEY("cid","termin_id")
);
--> statement-breakpoint
CREATE TABLE "terms_acceptance" (
	"cid" text NOT NULL,
	"version" text NOT NULL,
	"sha256" text NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "terms_acceptance_cid_version_pk" PRIMARY KEY("cid","version")
);
--> statement-breakpoint
CREATE TABLE "unmatched" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"origin" text NOT NULL,
	"home_id" text,
	"tablet_id" text,
	"recorded_by" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"geburtsdatum" text NOT NULL,
	"form" text NOT NULL,
	"form_sha256" text NOT NULL,
	"title" text NOT NULL,
	"language" text NOT NULL,
	"response" jsonb,
	"sha256" text NOT NULL,
	"answered_at" bigint NOT NULL,
	"received_at" bigint NOT NULL,
	"problems" jsonb NOT NULL,
	"state" text NOT NULL,
	"patid" text,
	"answers_id" text,
	"decided_at" bigint,
	"decided_by" text,
	"reason" text,
	CONSTRAINT "unmatched_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"lastname" text NOT NULL,
	"role" text NOT NULL,
	"behandler" boolean NOT NULL,
	"password_hash" text NOT NULL,
	"disabled_at" bigint,
	"created_at" bigint NOT NULL,
	"password_at" bigint,
	"totp_secret" "bytea",
	"totp_at" bigint,
	"totp_step" bigint,
	"mail_factor" boolean,
	"pin_hash" text,
	"settings" jsonb,
	"avatar_id" text,
	"may_design" boolean,
	"report_grant" text,
	"behandler_id" text,
	"wanted_email" text
);
--> statement-breakpoint
CREATE TABLE "vorschlag" (
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"tag" text NOT NULL,
	"regel" text NOT NULL,
	"zahn" text NOT NULL,
	"state" text NOT NULL,
	"grund" text,
	"comment" text NOT NULL,
	"fund" jsonb NOT NULL,
	"regel_version" integer NOT NULL,
	"first_at" bigint NOT NULL,
	"at" bigint NOT NULL,
	"by" text NOT NULL,
	"rev" integer NOT NULL,
	"offered_at" bigint,
	CONSTRAINT "vorschlag_cid_patid_tag_regel_zahn_pk" PRIMARY KEY("cid","patid","tag","regel","zahn")
);
--> statement-breakpoint
CREATE TABLE "vorschlag_angeboten" (
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"tag" text NOT NULL,
	"regel" text NOT NULL,
	"zahn" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "vorschlag_angeboten_cid_patid_tag_regel_zahn_pk" PRIMARY KEY("cid","patid","tag","regel","zahn")
);
--> statement-breakpoint
CREATE TABLE "vorschlag_verlauf" (
	"cid" text NOT NULL,
	"id" text NOT NULL,
	"patid" text NOT NULL,
	"tag" text NOT NULL,
	"regel" text NOT NULL,
	"zahn" text NOT NULL,
	"rev" integer NOT NULL,
	"state" text NOT NULL,
	"grund" text,
	"comment" text NOT NULL,
	"by" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "vorschlag_verlauf_cid_id_pk" PRIMARY KEY("cid","id")
);
--> statement-breakpoint
CREATE TABLE "withdrawal" (
	"id" text PRIMARY KEY NOT NULL,
	"cid" text NOT NULL,
	"patid" text NOT NULL,
	"task_id" text NOT NULL,
	"parts" jsonb,
	"by" text NOT NULL,
	"by_name" text NOT NULL,
	"at" bigint NOT NULL,
	"undo_until" bigint NOT NULL,
	"undone_at" bigint,
	"file_id" text
);
--> statement-breakpoint
CREATE TABLE "ziel" (
	"cid" text NOT NULL,
	"kennzahl" text NOT NULL,
	"behandler" text NOT NULL,
	"valid_from" text NOT NULL,
	"value" double precision,
	"changed_by" text NOT NULL,
	"changed_at" bigint NOT NULL,
	CONSTRAINT "ziel_cid_kennzahl_behandler_valid_from_pk" PRIMARY KEY("cid","kennzahl","behandler","valid_from")
);
--> statement-breakpoint
CREATE INDEX "abrechnungslabel_on_day" ON "abrechnungslabel_on" USING btree ("cid","patid","tag");--> statement-breakpoint
CREATE INDEX "access_grant_cid" ON "access_grant" USING btree ("cid","asked_at");--> statement-breakpoint
CREATE INDEX "access_grant_user" ON "access_grant" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "access_expires" ON "access_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "answers_patid" ON "answers" USING btree ("cid","patid","answered_at");--> statement-breakpoint
CREATE INDEX "answers_cid" ON "answers" USING btree ("cid","received_at");--> statement-breakpoint
CREATE INDEX "answers_note" ON "answers" USING btree ("cid","adds_to") WHERE adds_to is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "answers_task" ON "answers" USING btree ("cid","task_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_token_hash" ON "api_token" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_token_cid" ON "api_token" USING btree ("cid");--> statement-breakpoint
CREATE INDEX "audit_opened" ON "audit" USING btree ("cid","actor","at") WHERE type in ('patient.viewed', 'document.viewed', 'document.printed', 'answers.viewed', 'answers.on_chair');--> statement-breakpoint
CREATE INDEX "backup_run_at" ON "backup_run" USING btree ("kind","started_at");--> statement-breakpoint
CREATE INDEX "document_cid" ON "document" USING btree ("cid","at");--> statement-breakpoint
CREATE INDEX "document_patid" ON "document" USING btree ("cid","patid","at");--> statement-breakpoint
CREATE INDEX "document_sha256" ON "document" USING btree ("cid","sha256");--> statement-breakpoint
CREATE UNIQUE INDEX "document_task" ON "document" USING btree ("cid","task_id");--> statement-breakpoint
CREATE INDEX "document_own" ON "document" USING btree ("cid","file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "envelope_task" ON "envelope" USING btree ("cid","task_id");--> statement-breakpoint
CREATE INDEX "envelope_cid" ON "envelope" USING btree ("cid");--> statement-breakpoint
CREATE INDEX "erasure_item_run" ON "erasure_item" USING btree ("cid","run_id");--> statement-breakpoint
CREATE INDEX "erasure_item_patid" ON "erasure_item" USING btree ("cid","patid");--> statement-breakpoint
CREATE INDEX "erasure_run_cid" ON "erasure_run" USING btree ("cid","released_at");--> statement-breakpoint
CREATE INDEX "export_item_state" ON "export_item" USING btree ("cid","state","queued_at");--> statement-breakpoint
CREATE INDEX "factoring_partner_cid" ON "factoring_partner" USING btree ("cid");--> statement-breakpoint
CREATE UNIQUE INDEX "home_link_hash" ON "home_link" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "home_link_cid" ON "home_link" USING btree ("cid","created_at");--> statement-breakpoint
CREATE INDEX "home_link_patid" ON "home_link" USING btree ("cid","patid");--> statement-breakpoint
CREATE INDEX "image_cid" ON "image" USING btree ("cid");--> statement-breakpoint
CREATE INDEX "import_item_at" ON "import_item" USING btree ("cid","at");--> statement-breakpoint
CREATE UNIQUE INDEX "job_key" ON "job" USING btree ("cid","key");--> statement-breakpoint
CREATE INDEX "job_due" ON "job" USING btree ("state","run_after");--> statement-breakpoint
CREATE INDEX "known_device_user" ON "known_device" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "legal_hold_patid" ON "legal_hold" USING btree ("cid","patid");--> statement-breakpoint
CREATE INDEX "login_step_expires" ON "login_step" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_key" ON "mail" USING btree ("cid","key");--> statement-breakpoint
CREATE INDEX "mail_created" ON "mail" USING btree ("cid","created_at");--> statement-breakpoint
CREATE INDEX "mail_message" ON "mail" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "mappe_cid" ON "mappe" USING btree ("cid","created_at");--> statement-breakpoint
CREATE INDEX "mappe_tablet" ON "mappe" USING btree ("cid","tablet_id");--> statement-breakpoint
CREATE INDEX "mappe_own" ON "mappe" USING btree ("cid","id","tablet_id");--> statement-breakpoint
CREATE INDEX "master_change_state" ON "master_change" USING btree ("cid","state","proposed_at");--> statement-breakpoint
CREATE INDEX "master_change_patid" ON "master_change" USING btree ("cid","patid","state");--> statement-breakpoint
CREATE INDEX "one_time_user" ON "one_time_link" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "one_time_expires" ON "one_time_link" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "online_termin_state" ON "online_termin" USING btree ("cid","state","day");--> statement-breakpoint
CREATE UNIQUE INDEX "op_id" ON "op" USING btree ("id");--> statement-breakpoint
CREATE INDEX "op_task" ON "op" USING btree ("cid","task_id");--> statement-breakpoint
CREATE INDEX "op_stored" ON "op" USING btree ("cid","device","inc","n") WHERE result = 'stored';--> statement-breakpoint
CREATE INDEX "op_parked" ON "op" USING btree ("cid","received_at") WHERE result = 'parked' and settled_at is null;--> statement-breakpoint
CREATE INDEX "passkey_user" ON "passkey" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "patient_search" ON "patient" USING btree ("cid","search");--> statement-breakpoint
CREATE INDEX "patient_birth" ON "patient" USING btree ("cid","geburtsdatum");--> statement-breakpoint
CREATE INDEX "patient_name" ON "patient" USING btree ("cid","last_name");--> statement-breakpoint
CREATE INDEX "patient_merged" ON "patient" USING btree ("cid","merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX "person_export_patid" ON "person_export" USING btree ("cid","patid");--> statement-breakpoint
CREATE INDEX "person_export_state" ON "person_export" USING btree ("cid","state","expires_at");--> statement-breakpoint
CREATE INDEX "plan_label_on_target" ON "plan_label_on" USING btree ("cid","target");--> statement-breakpoint
CREATE INDEX "plan_note_target" ON "plan_note" USING btree ("cid","kind","target");--> statement-breakpoint
CREATE INDEX "plan_step_due" ON "plan_step" USING btree ("cid","state","due_at");--> statement-breakpoint
CREATE INDEX "practice_key_cid" ON "practice_key" USING btree ("cid","purpose");--> statement-breakpoint
CREATE INDEX "praxiswert_key" ON "praxiswert" USING btree ("cid","art","schluessel");--> statement-breakpoint
CREATE INDEX "printed_paper_patid" ON "printed_paper" USING btree ("cid","patid");--> statement-breakpoint
CREATE INDEX "pvs_arbeitszeit_batch" ON "pvs_arbeitszeit" USING btree ("cid","batch");--> statement-breakpoint
CREATE UNIQUE INDEX "pvs_batch_run" ON "pvs_batch" USING btree ("cid","run");--> statement-breakpoint
CREATE INDEX "pvs_behandler_batch" ON "pvs_behandler" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_bemagoz_batch" ON "pvs_bemagoz" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_epaupload_batch" ON "pvs_epaupload" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_fehlzeit_batch" ON "pvs_fehlzeit" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_hkp_batch" ON "pvs_hkp" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_hkpposition_batch" ON "pvs_hkpposition" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_kariesrisiko_batch" ON "pvs_kariesrisiko" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_leistung_batch" ON "pvs_leistung" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_mitarbeiter_batch" ON "pvs_mitarbeiter" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_mkv_batch" ON "pvs_mkv" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_params_batch" ON "pvs_params" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_parfall_batch" ON "pvs_parfall" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_patient_batch" ON "pvs_patient" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_prothese_batch" ON "pvs_prothese" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_psi_batch" ON "pvs_psi" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_recall_batch" ON "pvs_recall" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_rechnung_batch" ON "pvs_rechnung" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_stempel_batch" ON "pvs_stempel" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_stichworte_batch" ON "pvs_stichworte" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_tagesnotiz_batch" ON "pvs_tagesnotiz" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_teams_batch" ON "pvs_teams" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_termin_batch" ON "pvs_termin" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_terminarten_batch" ON "pvs_terminarten" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_termingruppen_batch" ON "pvs_termingruppen" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_warteliste_batch" ON "pvs_warteliste" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_zahlung_batch" ON "pvs_zahlung" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_zahnbefund_batch" ON "pvs_zahnbefund" USING btree ("cid","batch");--> statement-breakpoint
CREATE INDEX "pvs_zimmer_batch" ON "pvs_zimmer" USING btree ("cid","batch");--> statement-breakpoint
CREATE UNIQUE INDEX "r4c_host" ON "r4c" USING btree ("r4chost");--> statement-breakpoint
CREATE INDEX "recovery_user" ON "recovery_code" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recovery_sheet_at" ON "recovery_sheet" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "report_note_report" ON "report_note" USING btree ("cid","report");--> statement-breakpoint
CREATE INDEX "report_snapshot_report" ON "report_snapshot" USING btree ("cid","report","at");--> statement-breakpoint
CREATE INDEX "restriction_patid" ON "restriction" USING btree ("cid","patid");--> statement-breakpoint
CREATE INDEX "restriction_opening_patid" ON "restriction_opening" USING btree ("cid","patid","at");--> statement-breakpoint
CREATE UNIQUE INDEX "scan_page_file" ON "scan_page" USING btree ("cid","file_sha256","number");--> statement-breakpoint
CREATE INDEX "scan_page_state" ON "scan_page" USING btree ("cid","state","state_at");--> statement-breakpoint
CREATE INDEX "scan_page_task" ON "scan_page" USING btree ("cid","task_id");--> statement-breakpoint
CREATE INDEX "scan_page_document" ON "scan_page" USING btree ("cid","file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "session_refresh" ON "session" USING btree ("refresh_hash");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "share_hash" ON "share" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "share_cid" ON "share" USING btree ("cid","created_at");--> statement-breakpoint
CREATE INDEX "share_patid" ON "share" USING btree ("cid","patid");--> statement-breakpoint
CREATE INDEX "share_event_share" ON "share_event" USING btree ("cid","share","at");--> statement-breakpoint
CREATE INDEX "share_event_what" ON "share_event" USING btree ("cid","what","at");--> statement-breakpoint
CREATE INDEX "share_item_share" ON "share_item" USING btree ("cid","share","n");--> statement-breakpoint
CREATE INDEX "share_session_share" ON "share_session" USING btree ("cid","share");--> statement-breakpoint
CREATE INDEX "share_session_ends" ON "share_session" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "sms_sent_at" ON "sms_sent" USING btree ("cid","at");--> statement-breakpoint
CREATE INDEX "sms_sent_number" ON "sms_sent" USING btree ("cid","number","at");--> statement-breakpoint
CREATE INDEX "tablet_cid" ON "tablet" USING btree ("cid");--> statement-breakpoint
CREATE UNIQUE INDEX "tablet_token" ON "tablet" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "tablet_pending_cid" ON "tablet_pending" USING btree ("cid","state");--> statement-breakpoint
CREATE INDEX "takeover_from" ON "takeover" USING btree ("cid","from_tablet");--> statement-breakpoint
CREATE INDEX "takeover_to" ON "takeover" USING btree ("cid","to_tablet");--> statement-breakpoint
CREATE INDEX "task_mappe" ON "task" USING btree ("cid","mappe_id");--> statement-breakpoint
CREATE INDEX "task_own" ON "task" USING btree ("cid","task_id");--> statement-breakpoint
CREATE INDEX "task_state" ON "task" USING btree ("cid","state");--> statement-breakpoint
CREATE INDEX "task_patid" ON "task" USING btree ("cid","patid");--> statement-breakpoint
CREATE INDEX "task_presented" ON "task" USING btree ("cid","presented_pdf_sha256");--> statement-breakpoint
CREATE INDEX "termin_day" ON "termin" USING btree ("cid","day");--> statement-breakpoint
CREATE INDEX "termin_patid" ON "termin" USING btree ("cid","patid","day");--> statement-breakpoint
CREATE INDEX "unmatched_state" ON "unmatched" USING btree ("cid","state","received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "user_email" ON "user" USING btree ("email");--> statement-breakpoint
CREATE INDEX "user_cid" ON "user" USING btree ("cid");--> statement-breakpoint
CREATE INDEX "vorschlag_state" ON "vorschlag" USING btree ("cid","state");--> statement-breakpoint
CREATE INDEX "vorschlag_tag" ON "vorschlag" USING btree ("cid","tag");--> statement-breakpoint
CREATE INDEX "vorschlag_angeboten_at" ON "vorschlag_angeboten" USING btree ("cid","at");--> statement-breakpoint
CREATE INDEX "vorschlag_verlauf_day" ON "vorschlag_verlauf" USING btree ("cid","patid","tag");--> statement-breakpoint
CREATE INDEX "withdrawal_task" ON "withdrawal" USING btree ("cid","task_id");--> statement-breakpoint
CREATE INDEX "withdrawal_patid" ON "withdrawal" USING btree ("cid","patid");--> statement-breakpoint
-- The audit chain only grows: rows are never changed or removed.
CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'audit rows are never changed or removed'; END $$;
--> statement-breakpoint
CREATE TRIGGER audit_no_change BEFORE UPDATE OR DELETE ON "audit" FOR EACH ROW EXECUTE FUNCTION audit_refuse();
--> statement-breakpoint
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse();
